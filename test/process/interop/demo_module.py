"""The demo module in Python, with nothing but the standard library: what a module in another language has to do."""

import json
import sys
import threading
import time

# Frames go to the real stdout. Whatever else prints goes to stderr, so that it cannot spoil the protocol.
wire = sys.stdout.buffer
sys.stdout = sys.stderr
writing = threading.Lock()
answers = {}
last_id = 0
TOOLS = [
    {
        "id": "ping",
        "name": "module.demo.ping",
        "description": "Reverse-queries the granted host entity and reports the row count.",
        "input_schema": {"type": "object", "properties": {"q": {"type": "string"}}},
    }
]


def send(frame):
    """One compact line of UTF-8 per frame, written whole."""
    line = json.dumps({"jsonrpc": "2.0", **frame}, ensure_ascii=False, separators=(",", ":"))
    with writing:
        wire.write(line.encode("utf-8") + b"\n")
        wire.flush()


class HostError(Exception):
    pass


def call_host(method, params, caller):
    """Asks the host in the name of the caller; only the handle goes back."""
    global last_id
    with writing:
        last_id += 1
        own = last_id
    answers[own] = waiting = {"arrived": threading.Event()}
    handle = caller.get("delegation")
    send({"id": own, "method": method, "params": {**params, "caller": {"delegation": handle} if handle else {}}})
    waiting["arrived"].wait()
    answer = waiting["frame"]
    if answer.get("error"):
        raise HostError("rpc error %d: %s" % (answer["error"]["code"], answer["error"]["message"]))
    return answer["result"]


def articles(params):
    found = call_host("host.entity.query", {"entity": "articles", "limit": 100}, params.get("caller", {}))
    return {"entity": "articles", "rows": found["rows"], "total": found["total"]}


def http(params):
    route = params["route_id"]
    if route != "items":
        return {"status": 404, "body": {"kind": "json", "value": {"error": "unknown route " + route}}}
    try:
        return {"status": 200, "body": {"kind": "json", "value": articles(params)}}
    except HostError as error:
        return {"status": 403, "body": {"kind": "json", "value": {"error": "moduleproto: %s" % error}}}


def call_tool(params):
    if params["tool_id"] != "ping":
        raise ValueError('unknown tool "%s"' % params["tool_id"])
    return {"result": {"caller": params["caller"].get("subject", ""), **articles(params)}}


def handshake(params):
    expected = params["expected"]
    return {
        "proto": {"min": 1, "max": 1},
        "identity": {
            "name": "demo",
            "version": "1.0.0",
            "instance_id": expected["instance_id"],
            "desired_generation": expected["desired_generation"],
        },
        "surface_sha256": expected["surface_sha256"],
        "features": [],
        "ready": False,
    }


METHODS = {
    "module.handshake": handshake,
    "module.ready": lambda params: {"ready": True},
    "module.health": lambda params: {"ok": True, "inflight": 0},
    "module.tool.list": lambda params: {"tools": TOOLS},
    "module.tool.call": call_tool,
    "module.http": http,
    "module.drain": lambda params: {"inflight": 0},
}


def serve(frame):
    method = frame["method"]
    params = frame.get("params") or {}
    deadline = params.get("deadline_unix_ms") if isinstance(params, dict) else None
    try:
        if method not in METHODS:
            answer = {"error": {"code": -32601, "message": "method not found: " + method}}
        else:
            answer = {"result": METHODS[method](params)}
    except Exception as error:
        answer = {"error": {"code": -32603, "message": str(error)}}
    # A late answer can cost the whole connection, so an expired call gets none.
    if deadline and time.time() * 1000 > deadline - 50:
        return
    send({"id": frame["id"], **answer})


# The end of input is the end of the module: the host is done with it, or gone.
for line in sys.stdin.buffer:
    frame = json.loads(line)
    if "method" not in frame:
        waiting = answers.pop(frame["id"], None)
        if waiting:
            waiting["frame"] = frame
            waiting["arrived"].set()
    elif "id" in frame:
        threading.Thread(target=serve, args=(frame,), daemon=True).start()
