"""A real HTTP server on loopback that plays an endpoint with OpenAI's Batch API."""

from __future__ import annotations

import json
import re
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

JSON = dict[str, Any]


@dataclass
class BatchEndpoint:
    """What it was handed, and how it is to behave. `looks` is after how many looks one is over."""

    looks: int = 1
    is_deaf: bool = False
    """Whether it makes the next batch without saying so."""
    has_batches: bool = True
    expired: int = 0
    """So many requests of each batch are not answered in time."""
    refusal: str | None = None
    """Why a batch is not even begun."""
    port: int = 0
    asked: Counter[str] = field(default_factory=Counter)
    files: dict[str, bytes] = field(default_factory=dict)
    batches: dict[str, JSON] = field(default_factory=dict)
    seen: Counter[str] = field(default_factory=Counter)
    extra_lines: list[str] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    def store(self, content: bytes) -> JSON:
        name = f"file-{len(self.files)}"
        self.files[name] = content
        return {"id": name, "object": "file", "bytes": len(content), "created_at": 0,
                "filename": "f", "purpose": "batch", "status": "processed"}  # fmt: skip

    def make(self, request: JSON) -> JSON:
        lines = self.files[request["input_file_id"]].splitlines()
        name = f"batch-{len(self.batches)}"
        self.batches[name] = {
            "id": name, "object": "batch", "endpoint": request["endpoint"], "created_at": 0,
            "input_file_id": request["input_file_id"], "completion_window": "24h",
            "status": "in_progress", "metadata": request.get("metadata"),
            "request_counts": {"total": len(lines), "completed": 0, "failed": 0},
        }  # fmt: skip
        return self.batches[name]

    def look(self, name: str) -> JSON:
        batch = self.batches[name]
        self.seen[name] += 1
        if self.seen[name] < self.looks or batch["status"] != "in_progress":
            return batch
        if self.refusal:
            batch["status"] = "failed"
            batch["errors"] = {"object": "list", "data": [{"message": self.refusal}]}
            return batch
        requests = [json.loads(line) for line in self.files[batch["input_file_id"]].splitlines()]
        answered = requests[: len(requests) - self.expired]
        lines = [_answered(request) for request in answered] + self.extra_lines
        self.asked.update(request["body"]["messages"][-1]["content"] for request in answered)
        batch["output_file_id"] = self.store("\n".join(lines).encode())["id"]
        late = [_expired(request) for request in requests[len(answered) :]]
        batch["error_file_id"] = self.store("\n".join(late).encode())["id"] if late else None
        batch["status"] = "expired" if late else "completed"
        batch["request_counts"]["completed"] = len(answered)
        return batch


def _answered(request: JSON) -> str:
    body = {
        "choices": [{"message": {"content": "Answer: true"}, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 7, "completion_tokens": 3},
    }
    response = {"status_code": 200, "request_id": "r", "body": body}
    return json.dumps({"custom_id": request["custom_id"], "response": response, "error": None})


def _expired(request: JSON) -> str:
    error = {"code": "batch_expired", "message": "too late"}
    return json.dumps({"custom_id": request["custom_id"], "response": None, "error": error})


class _Handler(BaseHTTPRequestHandler):
    endpoint: BatchEndpoint
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: object) -> None:
        """Tests need no log."""

    def do_GET(self) -> None:
        if content := re.fullmatch(r"/v1/files/([\w-]+)/content", self.path):
            self._send(200, self.endpoint.files[content[1]])
        elif batch := re.fullmatch(r"/v1/batches/([\w-]+)", self.path):
            self._json(self.endpoint.look(batch[1]))
        else:
            made = [*reversed(self.endpoint.batches.values())]
            self._json({"object": "list", "data": made, "has_more": False})

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        if not self.endpoint.has_batches:
            text = f"there is no such page, {self.headers['authorization']}"
            self._send(404, json.dumps({"error": {"message": text}}).encode())
        elif self.path == "/v1/files":
            boundary = self.headers["content-type"].partition("boundary=")[2].encode()
            [part] = [part for part in body.split(b"--" + boundary) if b'name="file"' in part]
            self._json(self.endpoint.store(part.partition(b"\r\n\r\n")[2].rstrip(b"\r\n")))
        else:
            made = self.endpoint.make(json.loads(body))
            if self.endpoint.is_deaf:
                self.endpoint.is_deaf = False
                self.close_connection = True
                return
            self._json(made)

    def _json(self, document: JSON) -> None:
        self._send(200, json.dumps(document).encode())

    def _send(self, status: int, payload: bytes) -> None:
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(payload)))
        self.end_headers()
        self.wfile.write(payload)


@contextmanager
def batch_endpoint(**behaviour: Any) -> Iterator[BatchEndpoint]:
    """The server, running in threads of its own while the block runs."""
    endpoint = BatchEndpoint(**behaviour)
    handler = type("Handler", (_Handler,), {"endpoint": endpoint})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        endpoint.port = server.server_address[1]
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield endpoint
        finally:
            server.shutdown()
            thread.join()
