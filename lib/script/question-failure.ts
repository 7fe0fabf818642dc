import { isLedgerError } from "../base/errors/ledger-error.ts";
import type { ScriptCallLocation } from "../contracts/daml-lf/script/script-call-location.ts";

/** A question that failed. `tryCommands` of scripts catches it (daml-script.md 2.1). */
export class ScriptQuestionFailure extends Error {
  override readonly name = "QuestionFailure";
  /** The script library's name for the question. */
  readonly command: string;
  /** The Daml call stack of the question, innermost call first. */
  readonly places: readonly ScriptCallLocation[];

  constructor(command: string, places: readonly ScriptCallLocation[], cause: unknown) {
    super(`Command ${command} failed: ${causeText(cause)}${stackText(places)}`, { cause });
    this.command = command;
    this.places = places;
  }

  /** The kind of the error: an error code of the ledger, or the name of a JavaScript error. */
  get errorKind(): string {
    const { cause } = this;
    if (isLedgerError(cause)) return cause.code;
    return cause instanceof Error ? cause.name : typeof cause;
  }
}

const causeText = (cause: unknown): string =>
  cause instanceof Error ? cause.message : String(cause);

const stackText = (places: readonly ScriptCallLocation[]): string =>
  places.length === 0
    ? ""
    : ["\nDaml stacktrace:", ...places.map(describeSourceLocation)].join("\n");

export const describeSourceLocation = (place: ScriptCallLocation): string =>
  `${place.definition} at ${place.package}:${place.module}:${place.line}`;
