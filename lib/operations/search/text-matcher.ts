import { splitTypeId, type TypeId } from "../../base/identifiers/identifiers.ts";
import type { Contract } from "../../base/model/contract.ts";
import { formatNumeric } from "../../base/values/numeric.ts";
import { formatDate, formatInstant } from "../../base/values/time.ts";
import type { Value } from "../../base/values/value.ts";

/**
 * Finds a text in ids, names and values, ignoring case. Searches values in the form in which the
 * ledger API writes them, without field names.
 */
export class TextMatcher {
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

  text(text: string): boolean {
    return text.toLowerCase().includes(this.#searchText);
  }

  /** Like {@link text}, for the hexadecimal id of a contract or an update. */
  id(id: string): boolean {
    return this.#canBeId && this.text(id);
  }

  typeName(id: TypeId): boolean {
    return this.#name(id, () => splitTypeId(id).qualifiedName);
  }

  contract(contract: Contract): boolean {
    return (
      this.id(contract.contractId) ||
      this.typeName(contract.templateId) ||
      this.value(contract.argument) ||
      (contract.key !== undefined && this.value(contract.key.value))
    );
  }

  value(value: Value): boolean {
    switch (value.kind) {
      case "unit":
        return false;
      case "bool":
        return this.text(String(value.value));
      case "int64":
        return this.#canBeNumber && this.text(String(value.value));
      case "numeric":
        return this.#canBeNumber && this.text(formatNumeric(value));
      case "timestamp":
        return this.#canBeNumber && this.text(formatInstant(value.micros));
      case "date":
        return this.#canBeNumber && this.text(formatDate(value.days));
      case "text":
        return this.text(value.value);
      case "party":
        return this.#name(value.value);
      case "contractId":
        return this.id(value.value);
      case "optional":
        return value.value !== undefined && this.value(value.value);
      case "list":
        return value.elements.some((element) => this.value(element));
      case "textMap":
        return value.entries.some(([key, item]) => this.text(key) || this.value(item));
      case "genMap":
        return value.entries.some(([key, item]) => this.value(key) || this.value(item));
      case "record":
        return value.fields.some((field) => this.value(field));
      case "variant":
        return this.text(value.constructor) || this.value(value.value);
      case "enum":
        return this.text(value.constructor);
    }
  }

  #name(name: string, textOf: () => string = () => name): boolean {
    const known = this.#names.get(name);
    if (known !== undefined) return known;
    const found = this.text(textOf());
    if (this.#names.size < maxNames) this.#names.set(name, found);
    return found;
  }
}

const maxNames = 10_000;
