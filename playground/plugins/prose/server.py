"""A module in Python, with nothing but the standard library: it reads lines of JSON-RPC, and answers with lines."""

import json
import re
import sys

# What is printed must not get between the frames.
wire, sys.stdout = sys.stdout.buffer, sys.stderr

TOOLS = [
    {
        "id": "readability",
        "name": "module.prose.readability",
        "description": "Tells how long the sentences and words of a text are.",
        "input_schema": {
            "type": "object",
            "properties": {"text": {"type": "string"}},
            "required": ["text"],
        },
    }
]


def handshake(params):
    expected = params["expected"]
    return {
        "proto": {"min": 1, "max": 1},
        "identity": {
            "name": "prose",
            "version": "1.0.0",
            "instance_id": expected["instance_id"],
            "desired_generation": expected["desired_generation"],
        },
        "surface_sha256": expected["surface_sha256"],
        "features": [],
        "ready": True,
    }


def call_tool(params):
    if params["tool_id"] != "readability":
        raise ValueError("unknown tool " + json.dumps(params["tool_id"]))
    text = params["arguments"]["text"]
    sentences = [one for one in re.split(r"[.!?]+", text) if one.strip()]
    words = re.findall(r"\w+", text)
    return {
        "result": {
            "sentences": len(sentences),
            "words_per_sentence": round(len(words) / max(len(sentences), 1), 1),
            "letters_per_word": round(sum(map(len, words)) / max(len(words), 1), 1),
        }
    }


METHODS = {
    "module.handshake": handshake,
    "module.ready": lambda params: {"ready": True},
    "module.health": lambda params: {"ok": True, "inflight": 0},
    "module.tool.list": lambda params: {"tools": TOOLS},
    "module.tool.call": call_tool,
    "module.drain": lambda params: {"inflight": 0},
}

# Ends when the application closes the pipe, or is gone.
for line in sys.stdin.buffer:
    frame = json.loads(line)
    if "method" not in frame or "id" not in frame:
        continue
    answer = {"jsonrpc": "2.0", "id": frame["id"]}
    try:
        if frame["method"] not in METHODS:
            answer["error"] = {"code": -32601, "message": "method not found: " + frame["method"]}
        else:
            answer["result"] = METHODS[frame["method"]](frame.get("params") or {})
    except Exception as error:
        answer["error"] = {"code": -32603, "message": str(error)}
    wire.write(json.dumps(answer, separators=(",", ":")).encode() + b"\n")
    wire.flush()
