"""The wrong games are files for `test_wrong`, not tests."""

collect_ignore_glob = ["wrong/*"]
