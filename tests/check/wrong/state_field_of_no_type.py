"""state_field_of_no_type.py:9: Wrong.State.left: <class 'list'> is not a C type of fixed size (say int8, or
(int8, 9))
"""

from base import Take


class Wrong(Take):
    class State:
        left: list
