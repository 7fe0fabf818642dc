import { splitTypeId, type TypeId } from "../../base/identifiers/identifiers.ts";
import type { Contract } from "../../base/model/contract.ts";
import { formatNumeric } from "../../base/values/numeric.ts";
import { formatDate, formatInstant } from "../../base/values/time.ts";
import type { Value } from "../../base/values/value.ts";

/**
 * Finds a text in ids, names and values, ignoring case. Searches values in the form in which the
 * ledger API writes them, without field names.
 */
export class SearchTextMatcher {
  readonly #searchText: string;
  /** True if a number, a date or a time can contain the text. */
  readonly #canBeNumber: boolean;
  readonly #canBeId: boolean;
  /** Cache of the results for names and parties, because many contracts have the same. */
  readonly #names = new Map<string, boolean>();

  constructor(text: string) {
    this.#searchText = text.toLowerCase();
    this.#canBeNumber = /^[-+0-9.:tz]*$/.test(this.#searchText);
    this.#canBeId = /^[0-9a-f]*$/.test(this.#searchText);
  }

  matchesText(text: string): boolean {
    return text.toLowerCase().includes(this.#searchText);
  }

  /** Like {@link matchesText}, for the hexadecimal id of a contract or an update. */
  matchesId(id: string): boolean {
    return this.#canBeId && this.matchesText(id);
  }

  matchesTypeName(id: TypeId): boolean {
    return this.#matchesName(id, () => splitTypeId(id).qualifiedName);
  }

  matchesContract(contract: Contract): boolean {
    return (
      this.matchesId(contract.contractId) ||
      this.matchesTypeName(contract.templateId) ||
      this.isFoundInValue(contract.argument) ||
      (contract.key !== undefined && this.isFoundInValue(contract.key.value))
    );
  }

  isFoundInValue(value: Value): boolean {
    switch (value.kind) {
      case "unit":
        return false;
      case "bool":
        return this.matchesText(String(value.value));
      case "int64":
        return this.#canBeNumber && this.matchesText(String(value.value));
      case "numeric":
        return this.#canBeNumber && this.matchesText(formatNumeric(value));
      case "timestamp":
        return this.#canBeNumber && this.matchesText(formatInstant(value.micros));
      case "date":
        return this.#canBeNumber && this.matchesText(formatDate(value.days));
      case "text":
        return this.matchesText(value.value);
      case "party":
        return this.#matchesName(value.value);
      case "contractId":
        return this.matchesId(value.value);
      case "optional":
        return value.value !== undefined && this.isFoundInValue(value.value);
      case "list":
        return value.elements.some((element) => this.isFoundInValue(element));
      case "textMap":
        return value.entries.some(
          ([key, item]) => this.matchesText(key) || this.isFoundInValue(item),
        );
      case "genMap":
        return value.entries.some(
          ([key, item]) => this.isFoundInValue(key) || this.isFoundInValue(item),
        );
      case "record":
        return value.fields.some((field) => this.isFoundInValue(field));
      case "variant":
        return this.matchesText(value.constructor) || this.isFoundInValue(value.value);
      case "enum":
        return this.matchesText(value.constructor);
    }
  }

  #matchesName(name: string, textOf: () => string = () => name): boolean {
    const known = this.#names.get(name);
    if (known !== undefined) return known;
    const found = this.matchesText(textOf());
    if (this.#names.size < maxNames) this.#names.set(name, found);
    return found;
  }
}

const maxNames = 10_000;
