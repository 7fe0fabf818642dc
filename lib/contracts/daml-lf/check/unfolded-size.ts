import { type InternedType, showType } from "./interned-type.ts";
import type { TypeTable } from "./type-table.ts";
import { invalidPackage } from "./validation-error.ts";

/**
 * Of how many types a type may be made, its synonyms written out. A package of a kilobyte can share parts
 * until one type is made of millions, and whoever reads it walks it whole. The largest of published
 * packages, dictionaries of type classes, are made of some 1,500.
 */
const maxSize = 20_000;

/** The same of what goes onto the ledger: of published packages 14. */
const maxSerializableSize = 1_000;

/** How many types all that a package declares to go onto the ledger may be made of: published, some 1,000. */
const maxDeclaredSize = 200_000;

/** Of how many types each type is made with its synonyms written out. Each is looked at once. */
export class UnfoldedSizes {
  readonly #table: TypeTable;
  readonly #sizes = new Map<InternedType, number>();

  constructor(table: TypeTable) {
    this.#table = table;
  }

  /** O(1) for a type without synonyms. */
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

  /** Returns the type if it is not too large. Raises DAR_VALIDATION_ERROR. */
  bounded(type: InternedType): InternedType {
    if (this.#sizeOf(type) > maxSize) throw tooLarge(type, maxSize);
    return type;
  }

  /** Counts what one package declares. Raises DAR_VALIDATION_ERROR for more than is allowed. */
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
