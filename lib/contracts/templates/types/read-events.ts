import { splitTypeId } from "../../../base/identifiers/identifiers.ts";
import { getValueJsonCodec } from "../../../base/values/codec.ts";
import { prependPathIfLedgerError } from "../../../base/values/value-error.ts";
import type { Choice, ChoiceOwner } from "./choice.ts";
import type { ContractId } from "./contract-id.ts";
import { TypedContractId } from "./contract-id.ts";
import type { Descriptor, NativeOf } from "./descriptor.ts";
import type {
  CreatedEventToDecode,
  ExercisedEventToDecode,
  ExerciseInEvent,
  ReadableTransaction,
} from "./event-fields.ts";
import { computeDescriptorShape } from "./shape-of-descriptor.ts";
import { parseContractIdInput } from "./written-scalars.ts";

/** A contract that was read from a created event. It is also the typed id of the contract. */
export interface ContractInEvent<Name extends string, Payload, Key> extends ContractId<Name> {
  /** The payload in its native form; for an interface, the view. */
  readonly payload: Payload;
  readonly key: Key;
  readonly event: CreatedEventToDecode;
}

/** The key of a contract that was read from an event; undefined for a template without a key. */
export type KeyInEvent<K> = [K] extends [never] ? undefined : NativeOf<K>;

class ReadContract
  extends TypedContractId<string>
  implements ContractInEvent<string, unknown, unknown>
{
  readonly payload: unknown;
  readonly key: unknown;
  readonly event: CreatedEventToDecode;

  constructor(event: CreatedEventToDecode, payload: unknown, key: unknown) {
    super(parseContractIdInput(event.contractId));
    this.payload = payload;
    this.key = key;
    this.event = event;
    Object.freeze(this);
  }
}

/** The properties of a template that are needed to read its events. */
interface ReadTemplate extends ChoiceOwner {
  readonly payload: Descriptor;
  readonly key: Descriptor | undefined;
}

/**
 * Returns the contract of a created event. Undefined for an event of another template, and for one
 * without a payload. Raises INVALID_ARGUMENT for a payload that does not match the template, for example
 * because a later version added fields.
 */
export const readTemplateContractInEvent = (
  of: ReadTemplate,
  event: CreatedEventToDecode,
): ReadContract | undefined => {
  const { createArgument, contractKey, packageName, templateId } = event;
  if (!isMissing(createArgument) && isEntityOfOwner(of, templateId, packageName)) {
    const payload = fromJson("createArgument", of.payload, createArgument);
    const hasKey = of.key !== undefined && !isMissing(contractKey);
    const key = hasKey ? fromJson("contractKey", of.key, contractKey) : undefined;
    return new ReadContract(event, payload, key);
  }
  return undefined;
};

/**
 * Returns the contract of a created event, with its view. Undefined for an event without this view.
 * Raises INVALID_ARGUMENT for a view that does not match the interface.
 */
export const readInterfaceContractInEvent = (
  of: ChoiceOwner & { readonly view: Descriptor },
  event: CreatedEventToDecode,
): ReadContract | undefined => {
  const found = event.interfaceViews?.find(({ interfaceId }) => hasQualifiedName(of, interfaceId));
  return isMissing(found?.viewValue)
    ? undefined
    : new ReadContract(event, fromJson("viewValue", of.view, found?.viewValue), undefined);
};

/** Returns the exercise of an exercised event. Undefined for an event of another choice. */
export const readExerciseInEvent = (
  { owner, name, argument, result }: Pick<Choice, "owner" | "name" | "argument" | "result">,
  event: ExercisedEventToDecode,
): ExerciseInEvent<unknown, unknown> | undefined => {
  const { interfaceId, templateId, packageName } = event;
  const isOfOwner = isMissing(interfaceId)
    ? isEntityOfOwner(owner, templateId, packageName)
    : hasQualifiedName(owner, interfaceId ?? "");
  if (event.choice !== name || !isOfOwner) return undefined;
  return {
    contractId: event.contractId,
    choiceArgument: fromJson("choiceArgument", argument, event.choiceArgument),
    exerciseResult: fromJson("exerciseResult", result, event.exerciseResult),
    event,
  };
};

/** Calls `read` for each created event of a transaction. Returns the results that are not undefined. */
export const collectFromCreatedEvents = <Found>(
  transaction: ReadableTransaction,
  read: (event: CreatedEventToDecode) => Found | undefined,
): readonly Found[] =>
  listEventsOfKind(transaction, "CreatedEvent").flatMap(
    (event) => read(event as CreatedEventToDecode) ?? [],
  );

/** Calls `read` for each exercised event of a transaction. Returns the results that are not undefined. */
export const collectFromExercisedEvents = <Found>(
  transaction: ReadableTransaction,
  read: (event: ExercisedEventToDecode) => Found | undefined,
): readonly Found[] =>
  listEventsOfKind(transaction, "ExercisedEvent").flatMap(
    (event) => read(event as ExercisedEventToDecode) ?? [],
  );

/** Returns the contents of the events of one kind. */
const listEventsOfKind = ({ events = [] }: ReadableTransaction, kind: string): readonly unknown[] =>
  events.flatMap((each) => (each as Readonly<Record<string, unknown>>)[kind] ?? []);

const isMissing = (value: unknown): boolean => value === undefined || value === null;

const isEntityOfOwner = (owner: ChoiceOwner, id: string, packageName: string): boolean =>
  splitTypeId(owner.reference).packageId === `#${packageName}` && hasQualifiedName(owner, id);

const hasQualifiedName = ({ qualifiedName }: ChoiceOwner, id: string): boolean =>
  splitTypeId(id).qualifiedName === qualifiedName;

const fromJson = <Native>(path: string, descriptor: Descriptor<Native>, json: unknown): Native => {
  try {
    return descriptor.decode(getValueJsonCodec(computeDescriptorShape(descriptor)).decode(json));
  } catch (error) {
    throw prependPathIfLedgerError(path, error);
  }
};
