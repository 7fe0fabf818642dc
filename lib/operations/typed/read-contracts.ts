import { createInvalidArgumentError } from "../../base/errors/argument-error.ts";
import {
  anyValueCheck,
  createOptionCheck,
  functionOptionCheck,
  type OptionChecks,
  requireWellFormedOptions,
} from "../../base/errors/options.ts";
import { splitTypeId, type TypeReference } from "../../base/identifiers/identifiers.ts";
import type { Contract } from "../../base/model/contract.ts";
import { getStakeholders } from "../../base/model/contract.ts";
import { areValuesEqual } from "../../base/values/equal.ts";
import type { JsonValue } from "../../base/values/json-object.ts";
import type { Fields, InputOf, NativeOf } from "../../contracts/templates/types/descriptor.ts";
import type { RecordDescriptor } from "../../contracts/templates/types/record-type.ts";
import type { LedgerState } from "../../ledger/state/ledger-state.ts";
import { readTemplateOrInterfaceReference } from "../../views/envelope/identifier-readers.ts";
import type { EventFilter } from "../../views/visibility/event-format.ts";
import { EventMatcher } from "../../views/visibility/event-matcher.ts";
import { checkKnownTypes } from "../../views/visibility/known-types.ts";
import { findActiveContractsAtOffset } from "../queries/find-activations-at.ts";
import {
  createFieldValuesPredicate,
  decodeGeneratedContracts,
  type GeneratedType,
  getPackageNameTypeReference,
} from "./generated-types.ts";
import { createReaderEventFormat, type ReadAsOption } from "./readers.ts";
import {
  toContractWithJsonPayload,
  toTypedContract,
  type TypedContract,
} from "./to-typed-contract.ts";
import type { ReadableContractType } from "./type-names.ts";

export interface ContractsQuery<Name extends string, F extends Fields> extends ReadAsOption {
  /** Field values of the payload, or a predicate. */
  readonly where?: Partial<InputOf<F>> | ((contract: TypedContract<Name, NativeOf<F>>) => boolean);
}

export interface UntypedContractsQuery extends ReadAsOption {
  readonly where?: (contract: TypedContract<string, JsonValue>) => boolean;
}

/**
 * The allowed options. Unknown options are refused: with a misspelt `as`, the query would return
 * all contracts.
 */
const contractsQueryChecks: OptionChecks<UntypedContractsQuery> = {
  as: anyValueCheck,
  where: createOptionCheck(
    "fields of the payload, or a function",
    (value) => typeof value === "function" || (typeof value === "object" && value !== null),
  ),
};

/** Implements the method `contracts` of the ledger. */
export const readTypedContracts = <Name extends string, F extends Fields>(
  state: LedgerState,
  of: ReadableContractType<Name, F>,
  query: ContractsQuery<Name, F>,
): readonly TypedContract<Name, NativeOf<F>>[] => {
  requireWellFormedOptions(query, contractsQueryChecks);
  const { where, ...readAs } = query;
  const { reference } = of;
  const filter: EventFilter =
    "payload" in of
      ? { kind: "template", templateId: reference, includeBlob: false }
      : { kind: "interface", interfaceId: reference, includeView: false, includeBlob: false };
  const found = activeContracts(state, readAs, filter).map((contract) =>
    toTypedContract(contract, of, state),
  );
  if (where === undefined) return found;
  if (typeof where === "function") return found.filter(where);
  const hasFields = fieldsTest("payload" in of ? of.payload : of.view, where);
  return found.filter(({ payload }) => hasFields(payload));
};

export interface GeneratedTypeContractsQuery<Read> extends ReadAsOption {
  /** Field values of the payload, or a predicate. */
  readonly where?: PayloadFields<Read> | ((contract: Read) => boolean);
}

type PayloadFields<Read> = Read extends { readonly payload: infer Payload }
  ? Partial<Payload>
  : never;

/** Like {@link readTypedContracts}, for types that were generated from a DAR. */
export const readContractsOfGeneratedType = <Read>(
  state: LedgerState,
  of: GeneratedType<Read>,
  query: GeneratedTypeContractsQuery<Read>,
): readonly Read[] => {
  requireWellFormedOptions(query, contractsQueryChecks);
  const { where, ...readAs } = query;
  const active = activeContracts(
    state,
    readAs,
    filterByName(state, getPackageNameTypeReference(of)),
  );
  const created = active.flatMap((contract) => {
    const position = state.contracts.get(contract.contractId)?.created;
    return position === undefined ? [] : [{ contract, ...position }];
  });
  const found = decodeGeneratedContracts(created, of, state);
  if (where === undefined) return found;
  return found.filter(
    typeof where === "function" ? where : createFieldValuesPredicate(of, where, state.packages),
  );
};

/**
 * Like {@link readTypedContracts}, for a type that the program does not declare, given as
 * `#<package name>:<Module>:<Entity>`.
 */
export const readContractsByTypeReference = (
  state: LedgerState,
  reference: TypeReference,
  query: UntypedContractsQuery,
): readonly TypedContract<string, JsonValue>[] => {
  requireWellFormedOptions(query, { ...contractsQueryChecks, where: functionOptionCheck });
  const { where = () => true, ...readAs } = query;
  const filter = filterByName(state, readTemplateOrInterfaceReference(reference));
  return activeContracts(state, readAs, filter)
    .map((contract) => toContractWithJsonPayload(contract, state))
    .filter(where);
};

const activeContracts = (
  state: LedgerState,
  readAs: ReadAsOption,
  filter: EventFilter,
): readonly Contract[] => {
  const format = createReaderEventFormat(readAs, [filter], state);
  checkKnownTypes([format], state.packages);
  const matcher = new EventMatcher(format, state.packages);
  const { bounds } = matcher;
  const found: Contract[] = [];
  for (const { contract } of findActiveContractsAtOffset({
    state,
    offset: state.ledgerEnd,
    bounds,
    after: 0,
  })) {
    const { templateId, packageName } = contract;
    if (matcher.findEventMatch(templateId, packageName, getStakeholders(contract))) {
      found.push(contract);
    }
  }
  return found;
};

const filterByName = (state: LedgerState, reference: TypeReference): EventFilter => {
  const { packageId, qualifiedName } = splitTypeId(reference);
  if (!packageId.startsWith("#")) {
    throw createInvalidArgumentError({
      expected: "a template with its package name: #<package name>:<Module>:<Entity>",
      found: reference,
    });
  }
  const versions = state.packages.versions(packageId.slice(1));
  return versions.some(({ interfaces }) => interfaces.has(qualifiedName))
    ? { kind: "interface", interfaceId: reference, includeView: false, includeBlob: false }
    : { kind: "template", templateId: reference, includeBlob: false };
};

/**
 * Returns a predicate that compares decoded values, so that `"10.0"` equals the Numeric 10. Raises
 * INVALID_ARGUMENT for an unknown field.
 */
const fieldsTest = <F extends Fields>(
  { fields }: RecordDescriptor<F>,
  where: Readonly<Record<string, unknown>>,
): ((payload: Readonly<Record<string, unknown>>) => boolean) => {
  const wanted = Object.entries(where).map(([name, input]) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field === undefined) {
      throw createInvalidArgumentError({
        field: `where.${name}`,
        expected: `one of the fields ${Object.keys(fields).join(", ")}`,
      });
    }
    return { name, field, value: field.encode(input) };
  });
  return (payload) =>
    wanted.every(({ name, field, value }) => areValuesEqual(field.encode(payload[name]), value));
};
