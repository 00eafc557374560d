"""OpenStack Swift with its S3 API, on one disk of one machine, for tests: `swift-server.py FOLDER PORT`.

Runs the proxy, account, container and object servers of Debian's package python3-swift on the loopback interface. The
access key is `test:tester`, the secret key `testing`. It ends when its standard input ends, and so with its parent;
each server ends with it, however it ends.
"""
import ctypes
import getpass
import os
import signal
import socket
import sys

PROXY = """[DEFAULT]
{common}bind_port = {port}
[pipeline:main]
pipeline = catch_errors memory_cache s3api tempauth bulk slo proxy-server
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:memory_cache]
paste.filter_factory = swift_memory_cache:filter_factory
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:bulk]
use = egg:swift#bulk
[filter:slo]
use = egg:swift#slo
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
"""

STORAGE = """[DEFAULT]
{common}bind_port = {port}
devices = {folder}/devices
mount_check = false
[pipeline:main]
pipeline = {kind}-server
[app:{kind}-server]
use = egg:swift#{kind}
"""

# Swift asks for memcached; a dictionary does for one process.
MEMORY_CACHE = """
class MemoryCache:
    def __init__(self):
        self.items = {}

    def get(self, key, *_, **__):
        return self.items.get(key)

    def set(self, key, value, *_, **__):
        self.items[key] = value

    def delete(self, key, *_, **__):
        self.items.pop(key, None)

    def incr(self, key, delta=1, *_, **__):
        self.items[key] = self.items.get(key, 0) + delta
        return self.items[key]


def filter_factory(*_, **__):
    cache = MemoryCache()

    def add(app):
        def call(env, start_response):
            env['swift.cache'] = cache
            return app(env, start_response)

        return call

    return add
"""


PR_SET_PDEATHSIG = 1


def end_with_parent(parent):
    """Lets Linux kill this process when its parent ends, which may have ended before."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


def main(folder, port):
    from swift.common import utils

    utils.SWIFT_CONF_FILE = os.path.join(folder, 'swift.conf')
    from swift.common.ring import RingBuilder
    from swift.common.wsgi import run_wsgi

    def write(name, text):
        path = os.path.join(folder, name)
        with open(path, 'w', encoding='utf-8') as file:
            file.write(text)
        return path

    write('swift.conf', '[swift-hash]\nswift_hash_path_suffix = test\n[storage-policy:0]\nname = one\ndefault = yes\n')
    write('swift_memory_cache.py', MEMORY_CACHE)
    sys.path.insert(0, folder)
    os.makedirs(os.path.join(folder, 'devices', 'd1'))
    common = f'bind_ip = 127.0.0.1\nworkers = 0\nuser = {getpass.getuser()}\nswift_dir = {folder}\nlog_level = ERROR\n'
    servers = []
    for kind in ('account', 'container', 'object'):
        with socket.socket() as free:
            free.bind(('127.0.0.1', 0))
            at = free.getsockname()[1]
        ring = RingBuilder(2, 1, 0)
        ring.add_dev({'region': 1, 'zone': 1, 'weight': 1, 'ip': '127.0.0.1', 'port': at, 'device': 'd1'})
        ring.rebalance()
        ring.get_ring().save(os.path.join(folder, f'{kind}.ring.gz'))
        text = STORAGE.format(common=common, port=at, folder=folder, kind=kind)
        servers.append((write(f'{kind}.conf', text), f'{kind}-server'))
    servers.append((write('proxy.conf', PROXY.format(common=common, port=port)), 'proxy-server'))

    parent = os.getpid()
    for conf, section in servers:
        if os.fork() == 0:
            end_with_parent(parent)
            sys.exit(run_wsgi(conf, section))
    sys.stdin.read()


if __name__ == '__main__':
    main(sys.argv[1], int(sys.argv[2]))
