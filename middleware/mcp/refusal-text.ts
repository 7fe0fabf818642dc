import { damlFailureText } from "../../lib/api.ts";
import type { DamlFailure } from "../../lib/index.ts";
import type { Refusal } from "./refusal.ts";

/** Returns a refusal as text: what is wrong, why, where, and what to do, one fact per line. */
export const refusalText = ({ code, message, hint, context }: Refusal): string =>
  [
    `${code}: ${message}`,
    line("Why", hint.cause === message ? undefined : hint.cause),
    line("Where", placeOf(hint.part, hint.pointer)),
    line("Expected", hint.expected),
    line("Nearest valid name", hint.nearest),
    line("What to do", hint.advice),
    line("Rule", hint.rule),
    line("Daml", damlText(hint.daml)),
    line("Context", Object.keys(context).length === 0 ? undefined : JSON.stringify(context)),
    line("About this code", hint.page),
  ]
    .filter((each) => each !== undefined)
    .join("\n");

const line = (name: string, text: string | null | undefined): string | undefined =>
  text === undefined || text === null || text === "" ? undefined : `${name}: ${text}`;

const placeOf = (
  part: string | null | undefined,
  pointer: string | null | undefined,
): string | undefined => {
  const text = [part, pointer].filter((each) => each !== undefined && each !== null).join(" ");
  return text === "" ? undefined : text;
};

const damlText = (daml: DamlFailure | null | undefined): string | undefined =>
  daml === undefined || daml === null ? undefined : damlFailureText(daml);
