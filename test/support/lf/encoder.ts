import type {
  LfExpr,
  LfType,
  LfTypeKind,
  TypedName,
} from "../../../lib/contracts/daml-lf/syntax/ast.ts";
import { builtinTypeNumbers } from "../../../lib/contracts/daml-lf/syntax/builtin-type-numbers.ts";
import { LfTypeNumbering } from "../../../lib/contracts/daml-lf/syntax/type-numbers.ts";
import { MessageWriter } from "./message-writer.ts";
import type { Ranges } from "./ranges.ts";

/** The tables to which an archive refers by index, and the encoding of types and names. */
export class Encoder {
  /** From 2.2 on archives are flat: kinds and expressions are interned, applications have one argument. */
  readonly flat: boolean;
  readonly #strings = new Map<string, number>();
  readonly #dottedNames = new Map<string, number>();
  readonly #imports = new Map<string, number>();
  readonly #types = new Map<number, number>();
  readonly #typeNumbers = new LfTypeNumbering();
  readonly #kinds = new Map<string, number>();
  readonly #typeEntries: Uint8Array[] = [];
  readonly #kindEntries: Uint8Array[] = [];
  readonly exprEntries: Uint8Array[] = [];
  readonly exprs = new Map<LfExpr, number>();

  /** The source ranges to write as locations. */
  readonly ranges: Ranges | undefined;

  constructor(languageVersion: string, ranges?: Ranges) {
    this.ranges = ranges;
    this.flat = languageVersion !== "2.1";
  }

  string(content: string): number {
    return indexOf(this.#strings, content);
  }

  dottedName(name: string): number {
    for (const segment of name.split(".")) this.string(segment);
    return indexOf(this.#dottedNames, name);
  }

  /** Writes a `ValueId`, `TypeConId` or `TypeSynId`: `<package>:<Module>:<name>`. */
  reference(id: string): (message: MessageWriter) => void {
    const [packageId = "", module = "", name = ""] = id.split(":");
    return (message) => {
      message
        .message(1, (inner) =>
          inner.message(1, this.#packageReference(packageId)).int(2, this.dottedName(module)),
        )
        .int(2, this.dottedName(name));
    };
  }

  #packageReference(packageId: string): (message: MessageWriter) => void {
    return (message) => {
      if (packageId === "self") message.bytes(1, new Uint8Array());
      else if (this.flat) message.chosenInt(4, indexOf(this.#imports, packageId));
      else message.chosenInt(3, this.string(packageId));
    };
  }

  typedName(typed: TypedName): (message: MessageWriter) => void {
    return (message) => {
      message.int(3, this.string(typed.name)).message(2, this.type(typed.type));
    };
  }

  typeParameter(parameter: { readonly name: string; readonly kind: LfTypeKind }) {
    return (message: MessageWriter): void => {
      message.int(3, this.string(parameter.name)).message(2, this.kind(parameter.kind));
    };
  }

  /** Writes the location of a part, if it has a range. The archive counts lines and columns from 0. */
  location(field: number, part: Parameters<Ranges["get"]>[0], message: MessageWriter): void {
    const range = this.ranges?.get(part);
    if (range === undefined) return;
    const { line, column, endLine, endColumn } = range;
    message.message(field, (location) =>
      location.message(2, (m) => {
        for (const [index, number] of [line, column, endLine, endColumn].entries()) {
          m.int(index + 1, number - 1);
        }
      }),
    );
  }

  /** Returns a function that writes a type as a reference into the table of types. */
  type(type: LfType): (message: MessageWriter) => void {
    return (message) => {
      message.chosenInt(8, this.#internType(type));
    };
  }

  #internType(type: LfType): number {
    const number = this.#typeNumbers.getTypeNumber(type);
    const known = this.#types.get(number);
    if (known !== undefined) return known;
    const message = new MessageWriter();
    this.#writeType(type, message);
    const index = this.#typeEntries.push(message.finish()) - 1;
    this.#types.set(number, index);
    return index;
  }

  #writeType(type: LfType, message: MessageWriter): void {
    // A synonym is written with all its arguments.
    const isApplied = "arguments" in type && type.kind !== "synonym" && type.arguments.length > 0;
    if (this.flat && isApplied) {
      const head = { ...type, arguments: type.arguments.slice(0, -1) };
      const last = type.arguments.at(-1) ?? head;
      message.message(9, (tapp) => tapp.message(1, this.type(head)).message(2, this.type(last)));
      return;
    }
    switch (type.kind) {
      case "variable":
        message.message(1, (inner) => this.#args(inner, type).int(3, this.string(type.name)));
        return;
      case "constructor":
        message.message(2, (inner) => this.#args(inner.message(1, this.reference(type.id)), type));
        return;
      case "synonym":
        message.message(7, (inner) => this.#args(inner.message(1, this.reference(type.id)), type));
        return;
      case "builtin":
        message.message(3, (inner) =>
          this.#args(inner.int(1, builtinTypeNumbers[type.builtin]), type),
        );
        return;
      case "forall": {
        const { here, inside } = this.#split(type.parameters);
        message.message(4, (inner) => {
          for (const each of here) inner.message(1, this.typeParameter(each));
          const { body } = type;
          const rest: LfType =
            inside.length === 0 ? body : { kind: "forall", parameters: inside, body };
          inner.message(2, this.type(rest));
        });
        return;
      }
      case "struct":
        message.message(5, (inner) => {
          for (const each of type.fields) inner.message(1, this.typedName(each));
        });
        return;
      case "nat":
        message.sint64(6, BigInt(type.value));
        return;
    }
  }

  #args(message: MessageWriter, { arguments: args }: { readonly arguments: readonly LfType[] }) {
    for (const argument of args) message.message(2, this.type(argument));
    return message;
  }

  kind(kind: LfTypeKind): (message: MessageWriter) => void {
    if (!this.flat) return (message) => this.#writeKind(kind, message);
    return (message) => {
      message.chosenInt(4, this.#internKind(kind));
    };
  }

  #internKind(kind: LfTypeKind): number {
    const key = JSON.stringify(kind);
    const known = this.#kinds.get(key);
    if (known !== undefined) return known;
    const message = new MessageWriter();
    this.#writeKind(kind, message);
    const index = this.#kindEntries.push(message.finish()) - 1;
    this.#kinds.set(key, index);
    return index;
  }

  #writeKind(kind: LfTypeKind, message: MessageWriter): void {
    switch (kind.kind) {
      case "star":
        message.bytes(1, new Uint8Array());
        return;
      case "nat":
        message.bytes(3, new Uint8Array());
        return;
      case "arrow": {
        const { here, inside } = this.#split(kind.parameters);
        message.message(2, (inner) => {
          for (const each of here) inner.message(1, this.kind(each));
          const { result } = kind;
          const rest: LfTypeKind =
            inside.length === 0 ? result : { kind: "arrow", parameters: inside, result };
          inner.message(2, this.kind(rest));
        });
      }
    }
  }

  /**
   * Splits arguments into those of this application and those of the application inside it. In flat archives
   * an application has one argument.
   */
  #split<T>(all: readonly T[]): { readonly here: readonly T[]; readonly inside: readonly T[] } {
    return this.flat ? { here: all.slice(0, 1), inside: all.slice(1) } : { here: all, inside: [] };
  }

  /** Writes all fields of a `Package` message after its modules. */
  writeTables(message: MessageWriter, metadata: Uint8Array): void {
    for (const content of this.#strings.keys()) message.string(2, content);
    for (const name of this.#dottedNames.keys()) {
      const segments = name.split(".").map((segment) => this.string(segment));
      message.message(3, (inner) => inner.packed(1, segments));
    }
    message.bytes(4, metadata);
    for (const entry of this.#typeEntries) message.bytes(5, entry);
    for (const entry of this.#kindEntries) message.bytes(6, entry);
    for (const entry of this.exprEntries) message.bytes(7, entry);
    if (!this.flat) return;
    if (this.#imports.size === 0) {
      message.string(8, "it imports nothing");
    } else {
      message.message(9, (inner) => {
        for (const packageId of this.#imports.keys()) inner.string(1, packageId);
      });
    }
  }
}

const indexOf = (table: Map<string, number>, content: string): number => {
  const known = table.get(content);
  if (known !== undefined) return known;
  const index = table.size;
  table.set(content, index);
  return index;
};
