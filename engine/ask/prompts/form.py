"""The format of a prompt file."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field


class PromptFile(BaseModel):
    """A prompt file, see `engine.ask.prompts.files`; `shots` counts groups of examples."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str = Field(pattern="^[a-z][a-z0-9-]{0,39}$")
    version: int = Field(ge=1)
    shots: int = Field(0, ge=0, le=99)
    system: str = Field(min_length=1)
    question: str = Field(min_length=1)
    answer: str = "Answer: {{ gold }}"
