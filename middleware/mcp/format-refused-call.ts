import { damlFailureText } from "../../lib/api.ts";
import type { DamlFailure } from "../../lib/index.ts";
import type { RefusedCallError } from "./refusal.ts";

/** Returns a refusal as text: what is wrong, why, where, and what to do, one fact per line. */
export const formatRefusedCall = ({ code, message, hint, context }: RefusedCallError): string =>
  [
    `${code}: ${message}`,
    formatLine("Why", hint.cause === message ? undefined : hint.cause),
    formatLine("Where", formatPlace(hint.part, hint.pointer)),
    formatLine("Expected", hint.expected),
    formatLine("Nearest valid name", hint.nearest),
    formatLine("What to do", hint.advice),
    formatLine("Rule", hint.rule),
    formatLine("Daml", damlText(hint.daml)),
    formatLine("Context", Object.keys(context).length === 0 ? undefined : JSON.stringify(context)),
    formatLine("About this code", formatPage(hint.page)),
  ]
    .filter((each) => each !== undefined)
    .join("\n");

const formatLine = (name: string, text: string | null | undefined): string | undefined =>
  text === undefined || text === null || text === "" ? undefined : `${name}: ${text}`;

/** Returns the call that reads a page of the installed package. */
const formatPage = (page: string | null | undefined): string | undefined => {
  const name = page?.split("/").at(-1);
  return name && `read_guide ${JSON.stringify({ page: name.replace(".md", "") })}`;
};

const formatPlace = (
  part: string | null | undefined,
  pointer: string | null | undefined,
): string | undefined => {
  const text = [part, pointer].filter((each) => typeof each === "string" && each !== "").join(" ");
  return text === "" || text === "body" ? undefined : text;
};

const damlText = (daml: DamlFailure | null | undefined): string | undefined =>
  daml === undefined || daml === null ? undefined : damlFailureText(daml);
