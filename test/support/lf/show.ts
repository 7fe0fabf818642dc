import { DamlException } from "../../../lib/contracts/daml-lf/runtime/exception.ts";
import { dateToText, formatTimestampText } from "../../../lib/contracts/daml-lf/runtime/render.ts";
import {
  collectListElements,
  type RuntimeValue,
} from "../../../lib/contracts/daml-lf/runtime/runtime-value.ts";
import { isLedgerError } from "../../../lib/index.ts";
import { printNumeric } from "./literals.ts";

/** Returns a value in the notation of tables (see `read`). */
export const show = (value: RuntimeValue): string => {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "bigint") return value.toString();
  switch (value.kind) {
    case "unit":
      return "()";
    case "numeric":
      return printNumeric(value);
    case "timestamp":
      return formatTimestampText(value);
    case "date":
      return dateToText(value);
    case "party":
      return `'${value.value}'`;
    case "contractId":
      return `#${value.value}`;
    case "optional":
      return value.value === undefined ? "None" : `Some ${inParentheses(show(value.value))}`;
    case "nil":
    case "cons":
      return `[${collectListElements(value).map(show).join(", ")}]`;
    case "record":
      return named(value.shape.names, value.fields);
    case "struct":
      return named(value.names, value.fields);
    case "variant":
      return `${value.shape.names[value.rank] ?? ""} ${inParentheses(show(value.value))}`;
    case "enum":
      return value.shape.names[value.rank] ?? "";
    case "textMap":
    case "genMap":
      return `{${value.entries
        .entries()
        .map(([key, content]) => `${show(key)}: ${show(content)}`)
        .join(", ")}}`;
    case "any":
      return `any ${inParentheses(show(value.value))}`;
    case "typeRep":
      return value.type.kind === "constructor" ? value.type.id.replace(/^[^:]*:/u, "") : "a type";
    case "interface":
    case "failureCategory":
    case "closure":
    case "update":
      return `a ${value.kind}`;
  }
};

const named = (names: readonly string[], fields: readonly RuntimeValue[]): string =>
  `<${fields.map((field, index) => `${names[index] ?? ""} = ${show(field)}`).join(", ")}>`;

const inParentheses = (shown: string): string => (shown.includes(" ") ? `(${shown})` : shown);

/**
 * Returns the outcome of an evaluation as text: a value such as `3`; `throws ArithmeticError` and the message
 * of the exception; or `fails` and the error code.
 */
export const shownOutcome = (evaluate: () => RuntimeValue): string => {
  try {
    return show(evaluate());
  } catch (error) {
    if (error instanceof DamlException) return thrown(error);
    if (isLedgerError(error)) return `fails ${error.details.code}`;
    throw error;
  }
};

const thrown = ({ payload: { type, value } }: DamlException): string => {
  const name = type.kind === "constructor" ? type.id.replace(/^.*:/u, "") : type.kind;
  const message =
    typeof value === "object" && value.kind === "record" ? value.fields[0] : undefined;
  return typeof message === "string" ? `throws ${name}: ${message}` : `throws ${name}`;
};
