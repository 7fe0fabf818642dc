import type { TypeId } from "../../../base/identifiers/identifiers.ts";
import type { MessageReader } from "../archive/message-reader.ts";
import type { Expr, LfType } from "../syntax/ast.ts";
import { readReference } from "./decode-references.ts";
import { readConstructorType, readType } from "./decode-types.ts";
import { nameAt, type Tables } from "./interned-tables.ts";
import { required } from "./message-fields.ts";

/** What all the messages of an expression are read with. */
export interface ExprScope {
  readonly tables: Tables;
  /** The interned expression with this index; raises DAR_PARSE_ERROR where there is none. */
  readonly interned: (index: number) => Expr;
  /** The expression that the current field holds; handed on, since whatever holds one is read in one. */
  readonly readExpr: (reader: MessageReader, scope: ExprScope) => Expr;
}

/** What a field of a message may hold; "constructor" is a type constructor with its arguments. */
type SlotKind = "expr" | "type" | "name" | "reference" | "constructor";

/** The fields that a message may have, by field number, with what each holds. */
export type MessageLayout = Readonly<Record<number, SlotKind>>;

/** An expression with a type before it. */
export const typedExprLayout: MessageLayout = { 1: "type", 2: "expr" };

/** An expression with the name of a template or an interface before it. */
export const namedExprLayout: MessageLayout = { 1: "reference", 2: "expr" };

/**
 * The fields of the message that the current field holds, as `layout` declares them; the last of each
 * counts, and `what` names the message in errors. Each message costs a few arrays: the frequent ones
 * are read by loops of their own. Raises DAR_PARSE_ERROR for a field that is not declared, and when a
 * field that is missing or a name that is none is asked for; a missing name is the first string of the
 * table, since protobuf leaves out a zero.
 */
export class Slots {
  readonly #what: string;
  readonly #scope: ExprScope;
  readonly #exprs: Expr[] = [];
  readonly #types: LfType[] = [];
  readonly #names: number[] = [];
  readonly #references: TypeId[] = [];

  constructor(what: string, layout: MessageLayout, reader: MessageReader, scope: ExprScope) {
    this.#what = what;
    this.#scope = scope;
    reader.message((field) => {
      const kind = layout[field];
      if (kind === undefined) reader.unknown(field, what);
      else this.#read(kind, field, reader);
    });
  }

  #read(kind: SlotKind, field: number, reader: MessageReader): void {
    const { tables } = this.#scope;
    switch (kind) {
      case "expr":
        this.#exprs[field] = this.#scope.readExpr(reader, this.#scope);
        return;
      case "type":
        this.#types[field] = readType(reader, tables);
        return;
      case "name":
        this.#names[field] = reader.int32();
        return;
      case "reference":
        this.#references[field] = readReference(reader, tables);
        return;
      case "constructor":
        this.#types[field] = readConstructorType(reader, tables);
        return;
    }
  }

  expr(field: number): Expr {
    return required(this.#exprs[field], `field ${field} of ${this.#what}`);
  }

  /** Undefined where the field is missing. */
  optionalExpr(field: number): Expr | undefined {
    return this.#exprs[field];
  }

  type(field: number): LfType {
    return required(this.#types[field], `field ${field} of ${this.#what}`);
  }

  name(field: number): string {
    return nameAt(this.#scope.tables, this.#names[field] ?? 0);
  }

  reference(field: number): TypeId {
    return required(this.#references[field], `field ${field} of ${this.#what}`);
  }
}
