"""More than two players."""
