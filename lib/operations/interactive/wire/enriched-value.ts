import type { ContractId, Micros, Party, TypeId } from "../../../base/identifiers/identifiers.ts";

/**
 * A ledger value that describes itself: records, variants and enums have their type id, record
 * fields their label. A wallet can decode and show it before the user signs
 * (interactive-submission.md 3, 3.1).
 */
export type EnrichedValue =
  | { readonly kind: "unit" }
  | { readonly kind: "bool"; readonly value: boolean }
  | { readonly kind: "int64"; readonly value: bigint }
  | { readonly kind: "date"; readonly days: number }
  | { readonly kind: "timestamp"; readonly micros: Micros }
  /** Decimal text. The number of digits after the point is the scale. */
  | { readonly kind: "numeric"; readonly text: string }
  | { readonly kind: "party"; readonly value: Party }
  | { readonly kind: "text"; readonly value: string }
  | { readonly kind: "contractId"; readonly value: ContractId }
  | { readonly kind: "optional"; readonly value?: EnrichedValue }
  | { readonly kind: "list"; readonly elements: readonly EnrichedValue[] }
  | { readonly kind: "textMap"; readonly entries: readonly (readonly [string, EnrichedValue])[] }
  | {
      readonly kind: "genMap";
      readonly entries: readonly (readonly [EnrichedValue, EnrichedValue])[];
    }
  | EnrichedRecord
  | {
      readonly kind: "variant";
      readonly id?: TypeId;
      readonly constructor: string;
      readonly value: EnrichedValue;
    }
  | { readonly kind: "enum"; readonly id?: TypeId; readonly constructor: string };

export interface EnrichedRecord {
  readonly kind: "record";
  readonly id?: TypeId;
  readonly fields: readonly EnrichedRecordField[];
}

export interface EnrichedRecordField {
  /** `""` if the field has no label. */
  readonly label: string;
  readonly value: EnrichedValue;
}
