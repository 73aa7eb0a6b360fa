"""Nothing in the suite may reach the outside: a socket to another host fails the test that opens it."""

import socket

import pytest
from pytest_socket import SocketConnectBlockedError


def test_a_socket_to_outside_is_blocked():
    with pytest.raises(SocketConnectBlockedError):
        socket.create_connection(("192.0.2.1", 80), timeout=1)


def test_a_server_on_this_machine_can_be_reached():
    with socket.create_server(("127.0.0.1", 0)) as server:
        socket.create_connection(server.getsockname(), timeout=1).close()
