import { type Signal, useSignal } from "@preact/signals";

import type { Type } from "../../../../lib/api.ts";
import { knownParties } from "../base/ledger.ts";
import {
  createDamlFieldTypeLookup,
  type DataDefinitionLookup,
  formatDamlType,
  isNestedOptional,
} from "../base/types.ts";
import {
  bidiControls,
  LongMonospaceText,
  LongText,
  showDirectionMarks,
  truncateText,
} from "./long-text.tsx";
import { ContractLink, PartyLink } from "./names.tsx";

const isContractId = (text: string): boolean => /^00[0-9a-f]{64,}$/.test(text);
const isParty = (text: string): boolean =>
  /^[^\s]{1,185}::1220[0-9a-f]{64}$/.test(text) || knownParties.peek().includes(text);

const maxItems = 50;

interface ValueProps {
  readonly value: unknown;
  /** Declared type; shown beside the names if present. */
  readonly type?: Type | undefined;
  readonly definitions?: DataDefinitionLookup | undefined;
  /** True directly within an Optional, which is then encoded as a list. */
  readonly isWithinOptional?: boolean;
}

/** JSON value as a tree with links to the contracts and parties that it names. */
export const Value = ({ value, type, definitions, isWithinOptional = false }: ValueProps) => {
  const limit = useSignal(maxItems);
  if (value === null || value === undefined) return <span class="soft">none</span>;
  if (type?.kind === "optional") {
    const { element, isOfParameter = false } = type;
    const isListed = !isOfParameter && (isWithinOptional || isNestedOptional(type));
    const inner: unknown = isListed && Array.isArray(value) ? value[0] : value;
    const isWithin = element.kind === "optional" && !isOfParameter;
    return (
      <>
        {isListed && isWithin && inner !== undefined && <span class="soft">set: </span>}
        <Value value={inner} type={element} definitions={definitions} isWithinOptional={isWithin} />
      </>
    );
  }
  if (typeof value === "string") {
    if (isContractId(value)) return <ContractLink id={value} />;
    if (value.length < 300 && isParty(value)) return <PartyLink party={value} />;
    if (type?.kind === "timestamp") return <span class="mono">{value.replace(/Z$/, " UTC")}</span>;
    return value === "" ? <span class="soft">empty text</span> : <LongText text={value} />;
  }
  if (typeof value !== "object") return <span class="mono">{JSON.stringify(value)}</span>;
  const typeAt = createDamlFieldTypeLookup(type, definitions, value);
  if (isVariant(value) && !isRecord(type, definitions)) {
    const { tag, value: held } = value;
    return (
      <div class="variant">
        <b>{tag}</b>
        {!isEmpty(held) && <Value value={held} type={typeAt("value")} definitions={definitions} />}
      </div>
    );
  }
  if (type?.kind === "genMap" && Array.isArray(value)) {
    return <Pairs pairs={value as readonly KeyValuePair[]} type={type} definitions={definitions} />;
  }
  const isArray = Array.isArray(value);
  const entries: readonly (readonly [string, unknown])[] = isArray
    ? value.map((item: unknown, index) => [String(index), item] as const)
    : Object.entries(value);
  if (entries.length === 0) {
    return <span class="soft">{isArray || type?.kind === "textMap" ? "none" : "{}"}</span>;
  }
  return (
    <div class="tree">
      {entries.slice(0, limit.value).map(([name, item]) => (
        <div class={isDeep(item) ? "tree-entry deep" : "tree-entry"} key={name}>
          <span class={isArray ? "tree-index" : "tree-name"}>
            <bdi>{truncateText(name, 80)}</bdi>
            {!isArray && type?.kind !== "textMap" && <TypeNote type={typeAt(name)} />}
          </span>
          <div>
            <Value value={item} type={typeAt(name)} definitions={definitions} />
          </div>
        </div>
      ))}
      <MoreItems limit={limit} count={entries.length} />
    </div>
  );
};

interface MoreItemsProps {
  readonly limit: Signal<number>;
  readonly count: number;
}

const MoreItems = ({ limit, count }: MoreItemsProps) =>
  count <= limit.value ? null : (
    <button type="button" class="quiet" onClick={() => (limit.value += 500)}>
      more of {count.toLocaleString("en-GB")}
    </button>
  );

type KeyValuePair = readonly [unknown, unknown];

interface PairsProps {
  readonly pairs: readonly KeyValuePair[];
  readonly type: Extract<Type, { kind: "genMap" }>;
  readonly definitions: DataDefinitionLookup | undefined;
}

/** Map with keys of any type. */
const Pairs = ({ pairs, type, definitions }: PairsProps) => {
  const limit = useSignal(maxItems);
  if (pairs.length === 0) return <span class="soft">none</span>;
  return (
    <div class="tree">
      {pairs.slice(0, limit.value).map(([key, item], index) => (
        <div class="map-entry" key={index}>
          <Value value={key} type={type.key} definitions={definitions} />
          <span aria-label="maps to">→</span>
          <Value value={item} type={type.value} definitions={definitions} />
        </div>
      ))}
      <MoreItems limit={limit} count={pairs.length} />
    </div>
  );
};

interface VariantValue {
  readonly tag: string;
  readonly value: unknown;
}

/** Returns true for the encoding of a variant, which a record can have by chance. */
const isVariant = (value: object): value is VariantValue =>
  "tag" in value &&
  typeof value.tag === "string" &&
  "value" in value &&
  Object.keys(value).length === 2;

const isRecord = (type: Type | undefined, definitions: DataDefinitionLookup | undefined): boolean =>
  type?.kind === "textMap" || (type?.kind === "named" && definitions?.(type.id)?.kind === "record");

const isEmpty = (value: unknown): boolean =>
  typeof value === "object" && value !== null && Object.keys(value).length === 0;

const TypeNote = ({ type }: { readonly type: Type | undefined }) =>
  type === undefined ? null : <span class="tree-type">{formatDamlType(type)}</span>;

/** Returns true if the components of a value start on a new line. */
const isDeep = (value: unknown): boolean =>
  typeof value === "object" && value !== null && Object.keys(value).length > 0;

/** Fields of a record on one line, for lists. */
export const ValueLine = ({ value }: { readonly value: unknown }) => {
  if (typeof value !== "object" || value === null || Array.isArray(value) || isVariant(value)) {
    return <bdi>{formatValueLine(value)}</bdi>;
  }
  return (
    <>
      {Object.entries(value)
        .slice(0, 8)
        .map(([name, item]) => (
          <span key={name}>
            <span class="line-name">
              <bdi>{truncateText(name, 40)}</bdi>
            </span>{" "}
            <bdi>{formatValueLine(item, 80)}</bdi>
            {"   "}
          </span>
        ))}
    </>
  );
};

/** Returns a value as one line, for lists. */
export const formatValueLine = (value: unknown, length = 160): string => {
  const text = formatInline(value, 0, length);
  return text.length > length ? `${text.slice(0, length)}…` : text;
};

const formatInline = (value: unknown, depth: number, room: number): string => {
  if (value === null || value === undefined) return "–";
  if (typeof value === "string") return shortText(value.slice(0, Math.max(room + 1, maxPartyId)));
  if (typeof value !== "object") return JSON.stringify(value);
  if (depth > 2) return "…";
  if (Array.isArray(value)) {
    const items = value.slice(0, 5).map((item) => formatInline(item, depth + 1, room));
    return `[${items.join(", ")}${value.length > 5 ? ", …" : ""}]`;
  }
  if (isVariant(value)) {
    return isEmpty(value.value)
      ? value.tag
      : `${value.tag} ${formatInline(value.value, depth + 1, room)}`;
  }
  const entries = Object.entries(value).slice(0, 8);
  const text = entries
    .map(([name, item]) => `${name} ${formatInline(item, depth + 1, room)}`)
    .join("  ");
  return depth === 0 ? text : `{${text}}`;
};

/** Maximum length of a party id, which must be complete to be recognised. */
const maxPartyId = 255;

/** Returns a text for one line; marks that change the direction of text are visible. */
const shortText = (text: string): string => {
  const plain = showDirectionMarks(text);
  if (isContractId(plain)) return `${plain.slice(2, 8)}…`;
  // Numbers keep all significant digits.
  if (/^-?\d+\.\d+$/.test(plain)) return plain.replace(/\.0+$|(?<!0)0+$/, "");
  const hint = plain.replace(/::1220[0-9a-f]{8,64}$/, "");
  // Truncated, so that the text after a long party name stays visible.
  return hint === plain ? plain : truncateText(hint, 32);
};

/**
 * JSON text with bidi control characters escaped: the JSON is equivalent, and every line is
 * displayed in order.
 */
export const JsonView = ({ value }: { readonly value: unknown }) => (
  <LongMonospaceText text={escapeBidiControls(JSON.stringify(value, null, 2))} />
);

export const escapeBidiControls = (json: string): string =>
  json.replace(bidiControls, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, "0")}`);
