import { dateToText, formatTimestampText } from "../../../lib/contracts/daml-lf/runtime/render.ts";
import type { LfExpr } from "../../../lib/contracts/daml-lf/syntax/ast.ts";
import type { Token } from "./tokens.ts";

export const failureCategories = {
  8: "InvalidIndependentOfSystemState",
  9: "InvalidGivenCurrentSystemStateOther",
} as const;

/** Expressions of one token: a text, a number, a date or a timestamp. */
export const literalOf = ({ kind, text }: Token): LfExpr | undefined => {
  switch (kind) {
    case "text":
      return { kind: "text", value: JSON.parse(text) as string };
    case "int":
      return { kind: "int64", value: BigInt(text) };
    case "numeric": {
      const [whole = "", fraction = ""] = text.split(".");
      return { kind: "numeric", scale: fraction.length, unscaled: BigInt(whole + fraction) };
    }
    case "date":
      return { kind: "date", days: Date.parse(text) / 86_400_000 };
    case "timestamp": {
      const [seconds = "", fraction = ""] = text.slice(0, -1).split(".");
      const micros = BigInt(Date.parse(`${seconds}Z`)) * 1000n + BigInt(fraction.padEnd(6, "0"));
      return { kind: "timestamp", micros };
    }
    case "name":
    case "quoted":
    case "qualified":
    case "sign":
    case "hole":
    case "end":
      return undefined;
  }
};

type Literal = Extract<
  LfExpr,
  { readonly kind: "text" | "int64" | "numeric" | "date" | "timestamp" }
>;

const literals: readonly string[] = ["text", "int64", "numeric", "date", "timestamp"];

export const isLiteral = (expr: LfExpr): expr is Literal => literals.includes(expr.kind);

export const printLiteral = (literal: Literal): string => {
  switch (literal.kind) {
    case "text":
      return JSON.stringify(literal.value);
    case "int64":
      return literal.value.toString();
    case "numeric":
      return printNumeric(literal);
    case "date":
      return dateToText(literal);
    case "timestamp":
      return formatTimestampText(literal);
  }
};

/** Writes a Numeric with all digits of its scale, and with a point even if the scale is 0. */
export const printNumeric = ({
  unscaled,
  scale,
}: {
  readonly unscaled: bigint;
  readonly scale: number;
}): string => {
  const digits = (unscaled < 0n ? -unscaled : unscaled).toString().padStart(scale + 1, "0");
  const point = digits.length - scale;
  return `${unscaled < 0n ? "-" : ""}${digits.slice(0, point)}.${digits.slice(point)}`;
};
