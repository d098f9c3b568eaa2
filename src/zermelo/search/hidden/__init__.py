"""Playing what one cannot see: what may be, and searches of that."""
