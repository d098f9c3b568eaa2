"""symmetry_that_is_none.py:9: key() differs for image 1 at .../... X"""

from base import Corner


class Wrong(Corner):
    symmetries = 2

    def symmetry(s, image):
        if image == 1:
            s.cells[0] = 1
