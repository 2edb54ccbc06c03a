"""Which addresses are asked, and which key goes where."""

from __future__ import annotations

import os
import sys
from dataclasses import replace

import pytest
from endpoint_connections import QUICK

from editor_app.library.files.temporaries import try_lock
from editor_app.runs.endpoint import keys
from editor_app.runs.endpoint.addresses import EndpointError, endpoint_at, redirected
from editor_app.runs.endpoint.exchange import Connection
from editor_app.runs.endpoint.keys import KeyStore, key_of
from editor_app.runs.endpoint.model import send_once

BODY = {"messages": [{"role": "user", "content": "Hi"}]}


@pytest.mark.parametrize(
    ("address", "url", "origin"),
    [
        ("https://host/v1", "https://host/v1/chat/completions", "https://host:443"),
        ("https://host/v1/", "https://host/v1/chat/completions", "https://host:443"),
        (
            "https://HOST:8443/v1/chat/completions",
            "https://HOST:8443/v1/chat/completions",
            "https://host:8443",
        ),
        ("https://host/v1?version=2", "https://host/v1/chat/completions?version=2", "https://host:443"),
        ("http://[::1]:80", "http://[::1]:80/chat/completions", "http://[::1]:80"),
    ],
)
def test_an_address_leads_to_the_completions(address, url, origin):
    found = endpoint_at(address, "m")
    assert (found.url, found.origin) == (url, origin)


@pytest.mark.parametrize(
    ("address", "model", "sentence"),
    [
        ("host/v1", "m", "can’t be asked"),
        ("ftp://host/v1", "m", "can’t be asked"),
        ("https://", "m", "can’t be asked"),
        ("https://host:99999/v1", "m", "can’t be asked"),
        ("https://ho st/v1", "m", "can’t be asked"),
        ("https://host/v1\r\nX: y", "m", "can’t be asked"),
        ("https://[host/v1", "m", "can’t be asked"),
        ("https://name:word@host/v1", "m", "has a name or password in it"),
        ("https://host/v1", None, "No model is named for host"),
        ("https://host/v1", "", "No model is named for host"),
    ],
)
def test_what_is_no_endpoint_is_refused_with_a_sentence(address, model, sentence):
    with pytest.raises(EndpointError, match=sentence):
        endpoint_at(address, model)


@pytest.mark.parametrize(
    ("url", "location", "to"),
    [
        ("https://host/v1", "/v2", "https://host/v2"),
        ("https://host/v1", "https://HOST:443/v2", "https://HOST:443/v2"),
        ("http://host/v1", "https://host/v2", "https://host/v2"),
        ("http://127.0.0.1:80/v1", "?a=b", "http://127.0.0.1:80/v1?a=b"),
        ("https://host/v1", "http://host/v2", "redirects to http"),
        ("https://host/v1", "//other/v2", "to another host, other"),
        ("https://host/v1", "https://host.other/v2", "to another host, host.other"),
        ("https://host/v1", "https://host:8443/v2", "to another host, host:8443"),
        ("https://host/v1", "https://host@other/v2", "to another host, other"),
        ("https://host/v1", "https://name@host/v2", "to another host, host"),
        ("https://host/v1", "https://other\\@host/v2", "to another host"),
        ("https://host/v1", "file:///etc/passwd", "where nothing can be asked"),
    ],
)
def test_a_request_is_sent_on_to_the_same_host_only(url, location, to):
    if to.startswith("http"):
        assert redirected(url, location) == to
        return
    with pytest.raises(EndpointError, match=to):
        redirected(url, location)


def test_a_key_goes_by_https_or_to_this_machine_only():
    away = endpoint_at("http://192.0.2.1/v1", "m")
    with pytest.raises(EndpointError, match="A key is sent by https only"):
        next(send_once(Connection(away, key_of("sk-1"), QUICK), BODY))
    for address in ("https://192.0.2.1/v1", "http://127.0.0.1/v1", "http://localhost/v1", "http://[::1]/v1"):
        assert endpoint_at(address, "m").is_private
    for address in ("http://192.0.2.1/v1", "http://localhost.example/v1", "http://127.0.0.1.example/v1"):
        assert not endpoint_at(address, "m").is_private


def test_a_key_does_not_show_when_it_is_printed():
    connection = Connection(endpoint_at("https://host/v1", "m"), key_of("sk-secret"))
    assert "sk-secret" not in f"{connection!r} {connection.key}"
    assert connection.key.value == "sk-secret"  # the control


@pytest.mark.parametrize("text", ["", " ", "a\nb", "Bearer sk-1", "schlüssel", "x" * 5000])
def test_what_no_header_can_hold_is_no_key(text):
    with pytest.raises(EndpointError, match="That can’t be a key"):
        key_of(text)


@pytest.fixture
def store(tmp_path):
    return KeyStore(tmp_path / "state" / "endpoint-keys.json")


HERE = endpoint_at("https://host/v1", "m")


@pytest.mark.parametrize("other", ["https://other/v1", "https://host:8443/v1", "http://host/v1"])
def test_a_key_is_kept_for_one_scheme_host_and_port(store, other):
    store.keep(HERE, key_of(" sk-1\n"))
    assert store.read(replace(HERE, model="another", url="https://host/v2")) == key_of("sk-1")
    assert store.read(endpoint_at(other, "m")) is None
    store.forget(endpoint_at(other, "m"))
    assert store.read(HERE) == key_of("sk-1")
    store.forget(HERE)
    assert store.read(HERE) is None


def test_two_programs_that_keep_keys_at_once_lose_none(store, monkeypatch):
    """Another one would wait: the file is read and replaced under a lock."""
    seen = []
    lock = store.file.parent / "locks" / "endpoint-keys.lock"

    def is_held():
        with lock.open("rb+") as file:
            return not try_lock(file.fileno())

    def watched(function):
        def watching(*arguments, **more):
            seen.append((function.__name__, is_held()))
            return function(*arguments, **more)

        return watching

    for name in ("_read", "replace_file"):
        monkeypatch.setattr(keys, name, watched(getattr(keys, name)))
    store.keep(endpoint_at("https://host", "m"), key_of("a"))
    assert seen == [("_read", True), ("replace_file", True)]
    assert not is_held()  # the control


def test_only_the_user_can_read_the_file_of_keys(store):
    store.keep(HERE, key_of("sk-1"))
    assert store.file.stat().st_mode & 0o777 == 0o600
    assert store.file.parent.stat().st_mode & 0o777 == 0o700
    store.file.chmod(0o640)
    with pytest.raises(EndpointError, match=r"Others can read .* chmod 600"):
        store.read(HERE)
    store.file.chmod(0o600)  # the control
    assert store.read(HERE) == key_of("sk-1")


def test_a_file_of_keys_that_cannot_be_read_is_told_and_not_replaced(store, tmp_path):
    store.file.parent.mkdir(mode=0o700)
    for content in ("", "{", "[]", '{"format": 2, "keys": {}}', '{"format": 1, "keys": {"a": 1}}'):
        store.file.write_text(content)
        store.file.chmod(0o600)
        for use in (lambda: store.read(HERE), lambda: store.keep(HERE, key_of("sk-1"))):
            with pytest.raises(EndpointError, match="Move it away"):
                use()
        assert store.file.read_text() == content
    store.file.unlink()
    store.file.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(EndpointError, match="can’t be read"):
        store.read(HERE)
    store.file.unlink()
    os.mkfifo(store.file, 0o600)
    with pytest.raises(EndpointError, match="is not a plain file"):
        store.read(HERE)


class Ring:
    """A keyring in memory."""

    def __init__(self):
        self.kept = {}

    def get_password(self, service, username):
        return self.kept.get((service, username))

    def set_password(self, service, username, password):
        self.kept[service, username] = password

    def delete_password(self, service, username):
        del self.kept[service, username]


def test_where_there_is_a_keyring_nothing_is_written_to_a_file(store):
    ring = Ring()
    store = replace(store, ring=ring)
    store.keep(HERE, key_of("sk-1"))
    assert ring.kept == {("foreword", "https://host:443"): "sk-1"}
    assert store.read(HERE) == key_of("sk-1")
    store.forget(HERE)
    store.forget(HERE)
    assert ring.kept == {}
    assert not store.file.exists()


def test_a_keyring_that_fails_is_told_without_the_key(store):
    class Broken(Ring):
        def set_password(self, service, username, password):
            raise RuntimeError(password)

    with pytest.raises(EndpointError, match="The keyring of the system could not be used") as raised:
        replace(store, ring=Broken()).keep(HERE, key_of("sk-1"))
    assert "sk-1" not in str(raised.value)


def test_without_the_library_there_is_no_keyring(monkeypatch):
    from editor_app.runs.endpoint.keys import system_ring

    monkeypatch.setitem(sys.modules, "keyring", None)
    assert system_ring() is None
