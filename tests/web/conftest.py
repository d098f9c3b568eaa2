"""A workbench and a browser, for the tests of a file."""

import pytest

from browsing import browsing, serving, watched_page


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("data"), seconds=60) as (address, app):
        yield address, app


@pytest.fixture(scope="module")
def browser():
    with browsing() as browser:
        yield browser


@pytest.fixture
def page(browser):
    with watched_page(browser) as page:
        yield page
