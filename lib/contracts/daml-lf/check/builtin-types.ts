import type { BuiltinType, LfType } from "../syntax/ast.ts";

/**
 * The types of the builtin functions, by their number in the archive format (daml-lf.md 9.2).
 * Lower-case names are type variables, quantified outermost in the order of their appearance; those that
 * Numeric is applied to are numbers.
 */
const written: readonly (readonly [number, string])[] = [
  [0, "Text -> a -> a"],
  [1, "Text -> a"],
  [2, "a -> a -> Bool"],
  [3, "a -> a -> Bool"],
  [4, "a -> a -> Bool"],
  [5, "a -> a -> Bool"],
  [6, "a -> a -> Bool"],
  [7, "Int64 -> Int64 -> Int64"],
  [8, "Int64 -> Int64 -> Int64"],
  [9, "Int64 -> Int64 -> Int64"],
  [10, "Int64 -> Int64 -> Int64"],
  [11, "Int64 -> Int64 -> Int64"],
  [12, "Int64 -> Int64 -> Int64"],
  [13, "Numeric n -> Numeric n -> Numeric n"],
  [14, "Numeric n -> Numeric n -> Numeric n"],
  // The witness comes first but is quantified last: the order is that of the operands' scales.
  [15, "forall l r w. Numeric w -> Numeric l -> Numeric r -> Numeric w"],
  [16, "forall l r w. Numeric w -> Numeric l -> Numeric r -> Numeric w"],
  [17, "Int64 -> Numeric n -> Numeric n"],
  [18, "forall f w. Numeric w -> Numeric f -> Numeric w"],
  [19, "forall f w. Numeric w -> Numeric f -> Numeric w"],
  [20, "Numeric n -> Int64 -> Numeric n"],
  [21, "Numeric n -> Int64"],
  [22, "Int64 -> Text"],
  [23, "Numeric n -> Text"],
  [25, "Timestamp -> Text"],
  [26, "Date -> Text"],
  [27, "Party -> Text"],
  [28, "Text -> Optional Party"],
  [29, "Text -> Optional Int64"],
  [30, "Numeric n -> Text -> Optional (Numeric n)"],
  [31, "ContractId a -> Optional Text"],
  [32, "Text -> Text"],
  [33, "Text -> List Text"],
  [34, "Text -> Text -> Text"],
  [35, "List Text -> Text"],
  [36, "List Int64 -> Text"],
  [37, "Text -> List Int64"],
  [38, "Date -> Int64"],
  [39, "Int64 -> Date"],
  [40, "Timestamp -> Int64"],
  [41, "Int64 -> Timestamp"],
  [42, "ContractId a -> ContractId b"],
  [43, "forall a b. (b -> a -> b) -> b -> List a -> b"],
  [44, "forall a b. (a -> b -> b) -> b -> List a -> b"],
  [45, "(a -> a -> Bool) -> List a -> List a -> Bool"],
  [52, "GenMap k v"],
  [53, "k -> v -> GenMap k v -> GenMap k v"],
  [54, "k -> GenMap k v -> Optional v"],
  [55, "k -> GenMap k v -> GenMap k v"],
  [56, "GenMap k v -> List k"],
  [57, "GenMap k v -> List v"],
  [58, "GenMap k v -> Int64"],
  [59, "AnyException -> Text"],
  [60, "TextMap v"],
  [61, "Text -> v -> TextMap v -> TextMap v"],
  [62, "Text -> TextMap v -> Optional v"],
  [63, "Text -> TextMap v -> TextMap v"],
  [64, "TextMap v -> List {key: Text, value: v}"],
  [65, "TextMap v -> Int64"],
  [66, "Text -> FailureCategory -> Text -> TextMap Text -> a"],
  [67, "Text -> Text"],
  [68, "Text -> Text -> Text -> Bool"],
  [69, "Text -> Text"],
  [70, "Text -> Text"],
  [71, "Text -> Text"],
  [72, "Text -> Text -> Text -> Bool"],
  [73, "Text -> Bool"],
];

/** Reads the notation of the table. */
class TypeReader {
  readonly #tokens: readonly string[];
  #at = 0;
  readonly variables: string[] = [];
  readonly #numbers = new Set<string>();

  constructor(text: string) {
    this.#tokens = text.match(/->|[A-Za-z0-9]+|[(){}:,.]/gu) ?? [];
  }

  whole(): LfType {
    if (this.#taken("forall")) while (!this.#taken(".")) this.#variable(this.#next());
    const body = this.#arrow();
    return this.variables.reduceRight<LfType>(
      (inner, name) => ({
        kind: "forall",
        parameters: [{ name, kind: { kind: this.#numbers.has(name) ? "nat" : "star" } }],
        body: inner,
      }),
      body,
    );
  }

  #arrow(): LfType {
    const from = this.#application();
    if (!this.#taken("->")) return from;
    return { kind: "builtin", builtin: "Arrow", arguments: [from, this.#arrow()] };
  }

  #application(): LfType {
    const head = this.#atom();
    if (head.kind !== "builtin") return head;
    const args: LfType[] = [];
    while (/^[A-Za-z({]/u.test(this.#tokens[this.#at] ?? "")) args.push(this.#atom());
    if (head.builtin === "Numeric") {
      for (const arg of args) if (arg.kind === "variable") this.#numbers.add(arg.name);
    }
    return args.length === 0 ? head : { ...head, arguments: args };
  }

  #atom(): LfType {
    const token = this.#next();
    if (token === "(") {
      const inner = this.#arrow();
      this.#next();
      return inner;
    }
    if (token === "{") return this.#struct();
    if (/^[a-z]/u.test(token)) return this.#variable(token);
    return { kind: "builtin", builtin: token as BuiltinType, arguments: [] };
  }

  #struct(): LfType {
    const fields: { name: string; type: LfType }[] = [];
    do {
      const name = this.#next();
      this.#next();
      fields.push({ name, type: this.#arrow() });
    } while (this.#next() === ",");
    return { kind: "struct", fields };
  }

  #variable(name: string): LfType {
    if (!this.variables.includes(name)) this.variables.push(name);
    return { kind: "variable", name, arguments: [] };
  }

  #taken(token: string): boolean {
    if (this.#tokens[this.#at] !== token) return false;
    this.#at += 1;
    return true;
  }

  #next(): string {
    const token = this.#tokens[this.#at] ?? "";
    this.#at += 1;
    return token;
  }
}

const notations: ReadonlyMap<number, string> = new Map(written);
const read = new Map<number, LfType>();

/** Undefined for numbers that stand for no stable builtin. */
export const builtinFunctionType = (id: number): LfType | undefined => {
  const known = read.get(id);
  const notation = notations.get(id);
  if (known !== undefined || notation === undefined) return known;
  const type = new TypeReader(notation).whole();
  read.set(id, type);
  return type;
};
