import type { TypeId } from "../../../base/identifiers/identifiers.ts";
import type { ArchiveProtobufReader } from "../archive/archive-protobuf-reader.ts";
import type { LfExpr, LfType } from "../syntax/ast.ts";
import { readDefinitionReference } from "./decode-references.ts";
import { readInternedTypeReference, readTypeConstructorApplication } from "./decode-types.ts";
import { getInternedName, type InternedTables } from "./interned-tables.ts";
import { requireMessageField } from "./message-fields.ts";

/** The context for reading the messages of an expression. */
export interface ExprDecodingContext {
  readonly tables: InternedTables;
  /** Returns the interned expression with this index. Raises DAR_PARSE_ERROR if there is none. */
  readonly interned: (index: number) => LfExpr;
  /**
   * Reads the expression in the current field. It is passed as a parameter, because importing it would
   * make modules depend on each other.
   */
  readonly readExpr: (reader: ArchiveProtobufReader, scope: ExprDecodingContext) => LfExpr;
}

/** Kind of the content of a field; "constructor" is a type constructor with its arguments. */
type SlotKind = "expr" | "type" | "name" | "reference" | "constructor";

/** The fields that a message may have, by field number, with their content. */
export type ProtobufMessageLayout = Readonly<Record<number, SlotKind>>;

/** A type followed by an expression. */
export const typedExprLayout: ProtobufMessageLayout = { 1: "type", 2: "expr" };

/** A reference to a template or interface, followed by an expression. */
export const referenceAndExprLayout: ProtobufMessageLayout = { 1: "reference", 2: "expr" };

/**
 * Reads the message in the current field and holds its fields, which `layout` declares. If a field occurs
 * several times, the last one counts. `what` is the name of the message in errors. Raises DAR_PARSE_ERROR
 * for an undeclared field, and when a missing field or an invalid name is requested. A missing name is
 * the first string of the table, because protobuf omits zeros. Each instance allocates a few arrays, so
 * frequent messages have readers without it.
 */
export class MessageFieldValues {
  readonly #what: string;
  readonly #scope: ExprDecodingContext;
  readonly #exprs: LfExpr[] = [];
  readonly #types: LfType[] = [];
  readonly #names: number[] = [];
  readonly #references: TypeId[] = [];

  constructor(
    what: string,
    layout: ProtobufMessageLayout,
    reader: ArchiveProtobufReader,
    scope: ExprDecodingContext,
  ) {
    this.#what = what;
    this.#scope = scope;
    reader.visitMessage((field) => {
      const kind = layout[field];
      if (kind === undefined) reader.rejectUnknownField(field, what);
      else this.#readIntoSlot(kind, field, reader);
    });
  }

  #readIntoSlot(kind: SlotKind, field: number, reader: ArchiveProtobufReader): void {
    const { tables } = this.#scope;
    switch (kind) {
      case "expr":
        this.#exprs[field] = this.#scope.readExpr(reader, this.#scope);
        return;
      case "type":
        this.#types[field] = readInternedTypeReference(reader, tables);
        return;
      case "name":
        this.#names[field] = reader.readInt32();
        return;
      case "reference":
        this.#references[field] = readDefinitionReference(reader, tables);
        return;
      case "constructor":
        this.#types[field] = readTypeConstructorApplication(reader, tables);
        return;
    }
  }

  getExpr(field: number): LfExpr {
    return requireMessageField(this.#exprs[field], `field ${field} of ${this.#what}`);
  }

  /** Returns the expression; undefined if the field is missing. */
  findExpr(field: number): LfExpr | undefined {
    return this.#exprs[field];
  }

  getType(field: number): LfType {
    return requireMessageField(this.#types[field], `field ${field} of ${this.#what}`);
  }

  getName(field: number): string {
    return getInternedName(this.#scope.tables, this.#names[field] ?? 0);
  }

  getReference(field: number): TypeId {
    return requireMessageField(this.#references[field], `field ${field} of ${this.#what}`);
  }
}
