import { formatInternedType, type InternedType } from "./interned-type.ts";
import type { LfTypeInterner } from "./type-interner.ts";
import { createInvalidPackageError } from "./validation-error.ts";

/**
 * Maximum number of nodes of a type with its synonyms expanded. In a package of a kilobyte, shared parts
 * can make a type with millions of nodes, and code that reads the type visits all of them. The largest
 * types of published packages, type class dictionaries, have about 1,500.
 */
const maxSize = 20_000;

/**
 * Maximum number of nodes of a type that is stored on the ledger. In published packages, the maximum is
 * 14.
 */
const maxSerializableSize = 1_000;

/**
 * Maximum number of nodes of all types on the ledger that a package declares. Published packages have
 * about 1,000.
 */
const maxDeclaredSize = 200_000;

/** Computes the number of nodes of types with synonyms expanded. Each type is processed once. */
export class ExpandedTypeSizeCounter {
  readonly #table: LfTypeInterner;
  readonly #sizes = new Map<InternedType, number>();

  constructor(table: LfTypeInterner) {
    this.#table = table;
  }

  /** Returns the size. O(1) for a type without synonyms. */
  #getUnfoldedSize(type: InternedType): number {
    if (!type.hasAlias) return type.size;
    let size = this.#sizes.get(type);
    if (size === undefined) {
      const { atom, arguments: args } = this.#table.expandIfAlias(type);
      size = 1 + (atom.body === undefined ? 0 : this.#getUnfoldedSize(atom.body));
      for (const argument of args) size += this.#getUnfoldedSize(argument);
      this.#sizes.set(type, size);
    }
    return size;
  }

  /** Returns the type. Raises DAR_VALIDATION_ERROR if it is too large. */
  requireBounded(type: InternedType): InternedType {
    if (this.#getUnfoldedSize(type) > maxSize) throw tooLargeError(type, maxSize);
    return type;
  }

  /**
   * Returns a function that adds up the sizes of the types that one package declares for the ledger. It
   * raises DAR_VALIDATION_ERROR above the limit.
   */
  countDeclared(): (type: InternedType) => void {
    let left = maxDeclaredSize;
    return (type) => {
      const size = this.#getUnfoldedSize(type);
      if (size > maxSerializableSize) throw tooLargeError(type, maxSerializableSize);
      left -= size;
      if (left < 0) {
        throw createInvalidPackageError(
          `the types that it declares for the ledger have more than ${maxDeclaredSize} parts with synonyms expanded`,
        );
      }
    };
  }
}

const tooLargeError = (type: InternedType, bound: number) =>
  createInvalidPackageError(
    `${formatInternedType(type)} has more than ${bound} parts with synonyms expanded`,
  );
