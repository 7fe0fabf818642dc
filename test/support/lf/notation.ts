import type { Expr } from "../../../lib/contracts/daml-lf/syntax/ast.ts";
import {
  apply,
  bool,
  builtin,
  date,
  int,
  list,
  none,
  numeric,
  some,
  text,
  timestamp,
  unit,
  value,
} from "./expressions.ts";
import { unitT } from "./types.ts";

/**
 * Closed expressions as a table writes them: `ADD_INT64 1 (MUL_INT64 2 3)`, `Some [1.50, 2.00]`,
 * `SHA256_TEXT "abc"`. Capitals name builtins, small letters values of module Main; digits with a
 * point are a Numeric of as many digits, `1970-01-01` is a Date and `1970-01-01T00:00:00Z` a
 * Timestamp. Types are left out: they play no part in running.
 */
export const read = (written: string): Expr => {
  const reader = new Reader(written);
  return reader.whole();
};

const names: readonly (readonly [number, string])[] = [
  [0, "TRACE"],
  [1, "ERROR"],
  [2, "EQUAL"],
  [3, "LESS_EQ"],
  [4, "LESS"],
  [5, "GREATER_EQ"],
  [6, "GREATER"],
  [7, "ADD_INT64"],
  [8, "SUB_INT64"],
  [9, "MUL_INT64"],
  [10, "DIV_INT64"],
  [11, "MOD_INT64"],
  [12, "EXP_INT64"],
  [13, "ADD_NUMERIC"],
  [14, "SUB_NUMERIC"],
  [15, "MUL_NUMERIC"],
  [16, "DIV_NUMERIC"],
  [17, "ROUND_NUMERIC"],
  [18, "CAST_NUMERIC"],
  [19, "SHIFT_NUMERIC"],
  [20, "INT64_TO_NUMERIC"],
  [21, "NUMERIC_TO_INT64"],
  [22, "INT64_TO_TEXT"],
  [23, "NUMERIC_TO_TEXT"],
  [25, "TIMESTAMP_TO_TEXT"],
  [26, "DATE_TO_TEXT"],
  [27, "PARTY_TO_TEXT"],
  [28, "TEXT_TO_PARTY"],
  [29, "TEXT_TO_INT64"],
  [30, "TEXT_TO_NUMERIC"],
  [31, "CONTRACT_ID_TO_TEXT"],
  [32, "SHA256_TEXT"],
  [33, "EXPLODE_TEXT"],
  [34, "APPEND_TEXT"],
  [35, "IMPLODE_TEXT"],
  [36, "CODE_POINTS_TO_TEXT"],
  [37, "TEXT_TO_CODE_POINTS"],
  [38, "DATE_TO_UNIX_DAYS"],
  [39, "UNIX_DAYS_TO_DATE"],
  [40, "TIMESTAMP_TO_UNIX_MICROSECONDS"],
  [41, "UNIX_MICROSECONDS_TO_TIMESTAMP"],
  [42, "COERCE_CONTRACT_ID"],
  [43, "FOLDL"],
  [44, "FOLDR"],
  [45, "EQUAL_LIST"],
  [52, "GENMAP_EMPTY"],
  [53, "GENMAP_INSERT"],
  [54, "GENMAP_LOOKUP"],
  [55, "GENMAP_DELETE"],
  [56, "GENMAP_KEYS"],
  [57, "GENMAP_VALUES"],
  [58, "GENMAP_SIZE"],
  [59, "ANY_EXCEPTION_MESSAGE"],
  [60, "TEXTMAP_EMPTY"],
  [61, "TEXTMAP_INSERT"],
  [62, "TEXTMAP_LOOKUP"],
  [63, "TEXTMAP_DELETE"],
  [64, "TEXTMAP_TO_LIST"],
  [65, "TEXTMAP_SIZE"],
  [67, "KECCAK256_TEXT"],
  [68, "SECP256K1_BOOL"],
  [69, "HEX_TO_TEXT"],
  [70, "TEXT_TO_HEX"],
  [71, "SHA256_HEX"],
  [72, "SECP256K1_WITH_ECDSA_BOOL"],
  [73, "SECP256K1_VALIDATE_KEY"],
];

const builtinNumbers = new Map(names.map(([id, name]) => [name, id]));

const tokens =
  /"(?:[^"\\]|\\.)*"|\(\)|[()[\],]|-?\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?|-?\d+(?:\.\d*)?|[A-Za-z]\w*/gu;

class Reader {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(written: string) {
    this.#tokens = written.match(tokens) ?? [];
  }

  whole(): Expr {
    const expr = this.#application();
    if (this.#at < this.#tokens.length) throw new SyntaxError(`left over: ${this.#peek()}`);
    return expr;
  }

  #peek(): string {
    return this.#tokens[this.#at] ?? "";
  }

  #next(): string {
    const token = this.#peek();
    this.#at += 1;
    return token;
  }

  #application(): Expr {
    if (this.#peek() === "Some") {
      this.#next();
      return some(unitT, this.#atom());
    }
    const head = this.#atom();
    const args: Expr[] = [];
    while (!["", ")", "]", ","].includes(this.#peek())) args.push(this.#atom());
    return args.length === 0 ? head : apply(head, ...args);
  }

  #atom(): Expr {
    const token = this.#next();
    switch (token) {
      case "(": {
        const inner = this.#application();
        this.#next();
        return inner;
      }
      case "[":
        return this.#list();
      case "()":
        return unit;
      case "True":
      case "False":
        return bool(token === "True");
      case "None":
        return none(unitT);
      default:
        return literal(token);
    }
  }

  #list(): Expr {
    const elements: Expr[] = [];
    while (this.#peek() !== "]") {
      elements.push(this.#application());
      if (this.#peek() === ",") this.#next();
    }
    this.#next();
    return list(unitT, ...elements);
  }
}

const literal = (token: string): Expr => {
  if (token.startsWith('"')) return text(JSON.parse(token) as string);
  if (token.endsWith("Z")) return timestamp(microsOf(token));
  if (/^\d{4}-\d\d-\d\d$/u.test(token)) return date(Date.parse(token) / 86_400_000);
  if (/^-?\d+\.\d*$/u.test(token)) return numeric(token);
  if (/^-?\d+$/u.test(token)) return int(BigInt(token));
  const id = builtinNumbers.get(token);
  return id === undefined ? value(`Main:${token}`) : builtin(id);
};

const microsOf = (token: string): bigint => {
  const [seconds = "", fraction = ""] = token.slice(0, -1).split(".");
  return BigInt(Date.parse(`${seconds}Z`)) * 1000n + BigInt(fraction.padEnd(6, "0"));
};
