import { useSignal } from "@preact/signals";

import type { DataDefinition, Type } from "../../../../lib/api.ts";
import { useContractSearch } from "../base/contract-search.ts";
import { isTextInContract } from "../base/has-text.ts";
import { ledgerEnd } from "../base/ledger.ts";
import { readEntityName, shortenId } from "../base/names.ts";
import {
  applyTypeArguments,
  type DataDefinitionLookup,
  formatDamlType,
  isNestedOptional,
} from "../base/types.ts";
import { Icon } from "../parts/icons.tsx";
import { LongText, showDirectionMarks } from "../parts/long-text.tsx";
import { ErrorNotice } from "../parts/notices.tsx";
import { PartyPicker } from "../parts/party-picker.tsx";
import { Picker, type PickerSuggestion } from "../parts/picker.tsx";
import { formatValueLine } from "../parts/value.tsx";
import { createEmptyOptionalFormValue, createInitialFormValue } from "./initial-value.ts";

/** A fault with its place: segments of a path into the value. */
export interface InputFault {
  readonly path: readonly string[];
  readonly text: string;
}

interface InputProps<Of extends Type = Type> {
  readonly type: Of;
  readonly definitions: DataDefinitionLookup;
  readonly value: unknown;
  readonly change: (value: unknown) => void;
  readonly label: string;
  readonly path: readonly string[];
  readonly fault: InputFault | undefined;
  /**
   * True if the type is an Optional and the element of another Optional. The value is then encoded as a
   * list, so that the two Nones differ.
   */
  readonly isWithinOptional?: boolean;
}

/** Input fields for a value, by its type. */
export const TypedValueInput = (props: InputProps) => {
  const { type, label, path, fault } = props;
  const isWrong = fault?.path.join("/") === path.join("/");
  return (
    <>
      <Kind {...props} isWrong={isWrong} />
      {fault !== undefined && isWrong && (
        <p class="fault" role="alert">
          {label}: <LongText text={fault.text} /> <span class="soft">{formatDamlType(type)}</span>
        </p>
      )}
    </>
  );
};

interface KindProps<Of extends Type = Type> extends InputProps<Of> {
  readonly isWrong: boolean;
}

const Kind = (props: KindProps) => {
  const { type, label, change, isWrong } = props;
  const text = typeof props.value === "string" ? props.value : "";
  switch (type.kind) {
    case "unit":
      return <span class="soft">no fields</span>;
    case "bool":
      return (
        <label class="check">
          <input
            type="checkbox"
            checked={props.value === true}
            onChange={({ currentTarget }) => change(currentTarget.checked)}
          />
          {props.value === true ? "true" : "false"}
          <span class="hidden">{label}</span>
        </label>
      );
    case "party":
      return (
        <PartyPicker
          label={label}
          value={text}
          pick={change}
          isInvalid={isWrong}
          placeholder="Party"
        />
      );
    case "contractId":
      return <ContractPicker {...props} type={type} />;
    case "date":
      return <Line {...props} kind="date" text={text} />;
    case "timestamp":
      return <TimeInput {...props} text={text} />;
    case "int64":
    case "numeric":
      return <Line {...props} kind="text" mode="decimal" text={text} />;
    case "text":
      return <TextField {...props} text={text} />;
    case "optional":
      return <OptionalInput {...props} type={type} />;
    case "list":
      return <ListInput {...props} type={type} />;
    case "textMap":
      return <TextMapInput {...props} type={type} />;
    case "genMap":
      return <MapInput {...props} type={type} />;
    case "named":
      return <NamedInput {...props} type={type} />;
    case "variable":
      return <Line {...props} kind="text" text={text} />;
  }
};

/** Input for a time in UTC: the second, and up to six digits of its fraction. */
const TimeInput = ({ text, label, change, isWrong }: KindProps & { readonly text: string }) => {
  const [second = "", fraction = ""] = text.replace(/Z$/, "").split(".");
  const put = (to: string, digits: string): void => {
    const full = /T\d\d:\d\d$/.test(to) ? `${to}:00` : to;
    change(full === "" ? "" : `${full}${digits === "" ? "" : `.${digits}`}Z`);
  };
  return (
    <span class="actions">
      <input
        type="datetime-local"
        step={1}
        aria-label={`${label}, UTC`}
        aria-invalid={isWrong}
        value={second}
        onInput={({ currentTarget }) => put(currentTarget.value, fraction)}
      />
      <span class="soft">.</span>
      <input
        class="micros mono"
        type="text"
        inputMode="numeric"
        maxLength={6}
        aria-label={`Fraction of the second of ${label}`}
        title="Fraction of the second: up to six digits"
        placeholder="000000"
        disabled={second === ""}
        value={fraction}
        onInput={({ currentTarget }) => put(second, currentTarget.value)}
      />
      <span class="soft">UTC</span>
    </span>
  );
};

interface LineProps extends KindProps {
  readonly kind: "text" | "date";
  readonly mode?: "decimal";
  readonly text: string;
}

const Line = ({ kind, mode, text, label, change, isWrong, type }: LineProps) => {
  const given = {
    "aria-label": label,
    "aria-invalid": isWrong,
    autocomplete: "off" as const,
    value: text,
    onInput: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) =>
      change(currentTarget.value),
  };
  if (kind === "date") return <input {...given} type="date" />;
  return (
    <input
      {...given}
      type="text"
      inputMode={mode}
      spellcheck={false}
      placeholder={formatDamlType(type)}
    />
  );
};

/** Text field that grows with its lines. */
const TextField = ({ text, label, change, isWrong }: KindProps & { readonly text: string }) => (
  <>
    <textarea
      class="text-field"
      rows={Math.min(12, text.slice(0, 5000).split("\n").length)}
      aria-label={label}
      aria-invalid={isWrong}
      value={text}
      placeholder="Text"
      onInput={({ currentTarget }) => change(currentTarget.value)}
    />
    {showDirectionMarks(text) !== text && (
      <p class="soft">
        Contains direction marks: <LongText text={text} />
      </p>
    )}
  </>
);

/** Input for a contract id: suggests visible contracts of the type, and accepts any id. */
const ContractPicker = (props: KindProps<Extract<Type, { kind: "contractId" }>>) => {
  const { type, definitions, value, change, label, isWrong } = props;
  const typed = useSignal<string | undefined>(undefined);
  const target = type.target?.kind === "named" ? type.target.id : "";
  // Only an interface has no definition of its data.
  const isTemplate = target !== "" && definitions(target) !== undefined;
  const text = typed.value?.trim().toLowerCase() ?? "";
  const filters = {
    template: isTemplate ? target : "",
    face: isTemplate ? "" : target,
    text,
    role: "",
  };
  const isOpen = typed.value !== undefined;
  const { rows, isAsking, error } = useContractSearch(filters, ledgerEnd.value, isOpen);
  const suggest = (given: string): readonly PickerSuggestion[] =>
    rows
      .filter(({ event }) => isTextInContract(event, given.trim().toLowerCase()))
      .slice(0, maxSuggestions)
      .map(({ event: { contractId, templateId, createArgument } }) => ({
        value: contractId,
        content: (
          <>
            <span class="mono">{shortenId(contractId)}</span> {readEntityName(templateId)}{" "}
            <span class="soft">{formatValueLine(createArgument, 80)}</span>
          </>
        ),
      }));
  return (
    <>
      <Picker
        label={label}
        value={String(value)}
        pick={change}
        isInvalid={isWrong}
        placeholder={formatDamlType(type)}
        suggest={suggest}
        onType={(given) => (typed.value = given)}
        shorten={shortenId}
      />
      {isOpen && error !== undefined && <ErrorNotice error={error} />}
      {isOpen && error === undefined && !isAsking && rows.length === 0 && (
        <p class="soft">
          {text === ""
            ? "No visible contract has this type."
            : "No visible contract of this type has this text."}
        </p>
      )}
    </>
  );
};

const maxSuggestions = 40;

const OptionalInput = (props: KindProps<Extract<Type, { kind: "optional" }>>) => {
  const { type, value, change, definitions, label } = props;
  const { element } = type;
  // If the element is an Optional only because of a type argument, the JSON is not nested.
  if (type.isOfParameter === true) return <Kind {...props} type={element} />;
  const isListed = props.isWithinOptional === true || isNestedOptional(type);
  const isSome = isListed ? Array.isArray(value) && value.length > 0 : value !== null;
  const inner: unknown = isListed && Array.isArray(value) ? value[0] : value;
  const wrap = (given: unknown): unknown => (isListed ? [given] : given);
  const none = createEmptyOptionalFormValue(isListed);
  const begun = (): unknown =>
    element.kind === "optional"
      ? createEmptyOptionalFormValue(true)
      : createInitialFormValue(element, definitions);
  return (
    <div class="nested">
      <label class="check">
        <input
          type="checkbox"
          checked={isSome}
          onChange={({ currentTarget }) => change(currentTarget.checked ? wrap(begun()) : none)}
        />
        {isSome ? "set" : "not set"}
        <span class="hidden">{label}</span>
      </label>
      {isSome && (
        <TypedValueInput
          {...props}
          type={element}
          value={inner}
          change={(given) => change(wrap(given))}
          isWithinOptional={element.kind === "optional"}
        />
      )}
    </div>
  );
};

const ListInput = (props: KindProps<Extract<Type, { kind: "list" }>>) => {
  const { type, value, change, definitions, label, path } = props;
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  return (
    <div class="nested">
      {items.map((item, index) => (
        <div class="item" key={index}>
          <TypedValueInput
            {...props}
            type={type.element}
            value={item}
            label={`${label} ${index + 1}`}
            path={[...path, String(index)]}
            change={(given) => change(items.with(index, given))}
          />
          <RemoveButton
            label={`Remove ${label} ${index + 1}`}
            remove={() => change(items.toSpliced(index, 1))}
          />
        </div>
      ))}
      <AddButton
        label={`Add to ${label}`}
        add={() => change([...items, createInitialFormValue(type.element, definitions)])}
      />
    </div>
  );
};

/** Input for a map with keys of any type. */
const MapInput = (props: KindProps<Extract<Type, { kind: "genMap" }>>) => {
  const { type, value, change, definitions, label, path } = props;
  const pairs = (Array.isArray(value) ? value : []) as readonly (readonly [unknown, unknown])[];
  const put = (index: number, pair: readonly [unknown, unknown]): void =>
    change(pairs.with(index, pair));
  return (
    <div class="nested">
      {pairs.map(([key, held], index) => (
        <div class="item" key={index}>
          <div class="pair">
            <span class="field-name">key</span>
            <span class="field-name">value</span>
            <TypedValueInput
              {...props}
              type={type.key}
              value={key}
              label={`${label} key ${index + 1}`}
              path={[...path, String(index), "0"]}
              change={(given) => put(index, [given, held])}
            />
            <TypedValueInput
              {...props}
              type={type.value}
              value={held}
              label={`${label} value ${index + 1}`}
              path={[...path, String(index), "1"]}
              change={(given) => put(index, [key, given])}
            />
          </div>
          <RemoveButton
            label={`Remove ${label} ${index + 1}`}
            remove={() => change(pairs.toSpliced(index, 1))}
          />
        </div>
      ))}
      <AddButton
        label={`Add to ${label}`}
        add={() =>
          change([
            ...pairs,
            [
              createInitialFormValue(type.key, definitions),
              createInitialFormValue(type.value, definitions),
            ],
          ])
        }
      />
    </div>
  );
};

type TextMapPairs = readonly (readonly [string, unknown])[];

/** Input for a map with text keys. Keeps the pairs in order while the user edits a key. */
const TextMapInput = (props: KindProps<Extract<Type, { kind: "textMap" }>>) => {
  const { type, value, change } = props;
  const written = useSignal<TextMapPairs>([]);
  const isOwn = JSON.stringify(Object.fromEntries(written.value)) === JSON.stringify(value ?? {});
  const pairs = isOwn ? written.value : Object.entries(value ?? {});
  return (
    <>
      <MapInput
        {...props}
        type={{ kind: "genMap", key: { kind: "text" }, value: type.element }}
        value={pairs}
        change={(given) => {
          written.value = given as TextMapPairs;
          change(Object.fromEntries(given as TextMapPairs));
        }}
      />
      {new Set(pairs.map(([key]) => key)).size < pairs.length && (
        <p class="fault">Of entries with the same key, the last one is used.</p>
      )}
    </>
  );
};

const NamedInput = (props: KindProps<Extract<Type, { kind: "named" }>>) => {
  const { type, definitions } = props;
  const definition = definitions(type.id);
  if (definition === undefined) {
    const text = typeof props.value === "string" ? props.value : JSON.stringify(props.value);
    return <Line {...props} kind="text" text={text} />;
  }
  switch (definition.kind) {
    case "record":
      return <RecordInput {...props} definition={definition} />;
    case "variant":
      return <VariantInput {...props} definition={definition} />;
    case "enum":
      return <EnumInput {...props} constructors={definition.constructors} />;
  }
};

type DefinitionOfKind<Kind extends DataDefinition["kind"]> = Extract<
  DataDefinition,
  { kind: Kind }
>;
type NamedProps = KindProps<Extract<Type, { kind: "named" }>>;

const RecordInput = (props: NamedProps & { readonly definition: DefinitionOfKind<"record"> }) => {
  const { definition, type, value, change, path } = props;
  const record = (typeof value === "object" && value !== null ? value : {}) as Readonly<
    Record<string, unknown>
  >;
  if (definition.fields.length === 0) return <span class="soft">no fields</span>;
  return (
    <div class="record">
      {definition.fields.map(({ name, type: declared }) => {
        const own = applyTypeArguments(declared, definition.parameters, type.arguments);
        return (
          <div class="record-field" key={name}>
            <span class="field-name">
              <bdi>{name}</bdi> <span class="tree-type">{formatDamlType(own)}</span>
            </span>
            <div>
              <TypedValueInput
                {...props}
                type={own}
                label={name}
                value={record[name]}
                path={[...path, name]}
                change={(given) => change({ ...record, [name]: given })}
              />
            </div>
          </div>
        );
      })}
    </div>
  );
};

const VariantInput = (props: NamedProps & { readonly definition: DefinitionOfKind<"variant"> }) => {
  const { definition, type, value, change, definitions, label, path, isWrong } = props;
  const { tag, value: held } = (value ?? {}) as { readonly tag?: string; readonly value?: unknown };
  const typeOf = (name: string): Type | undefined => {
    const found = definition.constructors.find((each) => each.name === name);
    return found && applyTypeArguments(found.type, definition.parameters, type.arguments);
  };
  const own = typeOf(tag ?? "");
  return (
    <div class="nested">
      <select
        aria-label={label}
        aria-invalid={isWrong}
        value={tag}
        onChange={({ currentTarget }) => {
          const chosen = typeOf(currentTarget.value);
          if (chosen === undefined) return;
          change({ tag: currentTarget.value, value: createInitialFormValue(chosen, definitions) });
        }}
      >
        {definition.constructors.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      {own !== undefined && own.kind !== "unit" && (
        <TypedValueInput
          {...props}
          type={own}
          label={`${label} ${tag ?? ""}`}
          value={held}
          path={[...path, "value"]}
          change={(given) => change({ tag, value: given })}
        />
      )}
    </div>
  );
};

const EnumInput = (props: NamedProps & { readonly constructors: readonly string[] }) => (
  <select
    aria-label={props.label}
    aria-invalid={props.isWrong}
    value={String(props.value)}
    onChange={({ currentTarget }) => props.change(currentTarget.value)}
  >
    {props.constructors.map((name) => (
      <option key={name}>{name}</option>
    ))}
  </select>
);

const AddButton = ({ label, add }: { readonly label: string; readonly add: () => void }) => (
  <button type="button" class="quiet" onClick={add}>
    <Icon name="plus" />
    <span>
      Add<span class="hidden"> {label}</span>
    </span>
  </button>
);

const RemoveButton = ({
  label,
  remove,
}: {
  readonly label: string;
  readonly remove: () => void;
}) => (
  <button type="button" class="bare" onClick={remove}>
    <Icon name="close" />
    <span class="hidden">{label}</span>
  </button>
);
