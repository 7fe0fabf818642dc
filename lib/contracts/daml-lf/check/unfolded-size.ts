import { type InternedType, showType } from "./interned-type.ts";
import type { TypeTable } from "./type-table.ts";
import { invalidPackage } from "./validation-error.ts";

/**
 * Maximum number of nodes of a type with its synonyms expanded. A package of a kilobyte can share parts so
 * that one type has millions of nodes, and readers of the type visit all of them. The largest types of
 * published packages, type class dictionaries, have about 1,500.
 */
const maxSize = 20_000;

/** The same limit for types that are stored on the ledger; in published packages the maximum is 14. */
const maxSerializableSize = 1_000;

/**
 * Maximum number of nodes of all stored types that a package declares together; published packages have
 * about 1,000.
 */
const maxDeclaredSize = 200_000;

/** Computes the number of nodes of types with synonyms expanded. Each type is processed once. */
export class UnfoldedSizes {
  readonly #table: TypeTable;
  readonly #sizes = new Map<InternedType, number>();

  constructor(table: TypeTable) {
    this.#table = table;
  }

  /** Returns the size. O(1) for a type without synonyms. */
  #sizeOf(type: InternedType): number {
    if (!type.hasAlias) return type.size;
    let size = this.#sizes.get(type);
    if (size === undefined) {
      const { atom, arguments: args } = this.#table.expand(type);
      size = 1 + (atom.body === undefined ? 0 : this.#sizeOf(atom.body));
      for (const argument of args) size += this.#sizeOf(argument);
      this.#sizes.set(type, size);
    }
    return size;
  }

  /** Returns the type. Raises DAR_VALIDATION_ERROR if it is too large. */
  bounded(type: InternedType): InternedType {
    if (this.#sizeOf(type) > maxSize) throw tooLarge(type, maxSize);
    return type;
  }

  /**
   * Returns a function that adds up the sizes of one package's declared types. It raises
   * DAR_VALIDATION_ERROR above the limit.
   */
  declared(): (type: InternedType) => void {
    let left = maxDeclaredSize;
    return (type) => {
      const size = this.#sizeOf(type);
      if (size > maxSerializableSize) throw tooLarge(type, maxSerializableSize);
      left -= size;
      if (left < 0) {
        throw invalidPackage(
          `what it declares to go onto the ledger is made of more than ${maxDeclaredSize} types once it is written out`,
        );
      }
    };
  }
}

const tooLarge = (type: InternedType, bound: number) =>
  invalidPackage(`${showType(type)} is made of more than ${bound} types once it is written out`);
