"""What if I cannot see everything? Games of hidden information, and what to do in them.

`z.equilibrium` is this room, which Python binds to the package's name as soon as anything in it is imported, so the
room can be called: it does what `equilibrium.solver.equilibrium` does.
"""

import sys
from types import ModuleType
from typing import Any


class _Callable(ModuleType):
    def __call__(self, *given: Any, **options: Any) -> Any:
        from zermelo.equilibrium.solver import equilibrium

        return equilibrium(*given, **options)


sys.modules[__name__].__class__ = _Callable
