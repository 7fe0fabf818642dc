import { invalidArgument } from "../../base/errors/argument-error.ts";
import { LedgerError, ledgerError } from "../../base/errors/ledger-error.ts";
import type { NodeId, Offset, TypeReference } from "../../base/identifiers/identifiers.ts";
import { type Contract, stakeholdersOf } from "../../base/model/contract.ts";
import type { ExerciseNode } from "../../base/model/node.ts";
import { isJsonObject } from "../../base/values/json-object.ts";
import type { Type } from "../../base/values/type.ts";
import type { PackageRegistry } from "../../contracts/packages/registry.ts";
import { EventEncoder } from "../../views/envelope/event-encoder.ts";
import type { CreatedEventJson, ExercisedEventJson } from "../../views/envelope/event-json.ts";
import { interfaceView } from "../../views/visibility/interface-view.ts";
import { vettedPackages } from "../../views/visibility/vetted-packages.ts";
import { type JsonFields, normalJson } from "./payload-json.ts";
import { isNamed, isOf } from "./type-names.ts";
import type { ReadingState } from "./typed-contract.ts";

/** A template or interface of which `ledger-in-a-box codegen` has made a constant: it reads the events of its contracts itself. */
export interface GeneratedType<Read = unknown, Id = unknown> {
  readonly package: { readonly name: string };
  readonly qualifiedName: string;
  from(event: CreatedEventJson): Read | undefined;
  contractId(contractId: string): Id;
}

/** A choice of such a constant. */
export interface GeneratedChoice<Read = unknown> {
  readonly owner: Pick<GeneratedType, "package" | "qualifiedName">;
  readonly name: string;
  from(event: ExercisedEventJson): Read | undefined;
}

/** A contract that a transaction has created. */
export interface CreatedContract {
  readonly contract: Contract;
  readonly offset: Offset;
  readonly nodeId: NodeId;
}

export const isGenerated = (of: object): of is GeneratedType =>
  "from" in of && typeof of.from === "function";

/** By the name of its package, whichever version the constant has been made of. */
export const referenceOf = ({
  package: { name },
  qualifiedName,
}: Pick<GeneratedType, "package" | "qualifiedName">): TypeReference => `#${name}:${qualifiedName}`;

/** Those of the contracts that are of a generated template or interface, as its constant reads them. */
export const generatedContracts = <Read>(
  contracts: Iterable<CreatedContract>,
  of: GeneratedType<Read>,
  state: ReadingState,
): readonly Read[] => {
  const encoder = new EventEncoder(state);
  const reference = referenceOf(of);
  const found: Read[] = [];
  for (const { contract, offset, nodeId } of contracts) {
    if (!isOf(contract.templateId, reference, state.packages)) continue;
    const views = viewsOf(contract, reference, state);
    const event = encoder.created(
      {
        kind: "created",
        contract,
        nodeId,
        views,
        acsDelta: true,
        includeBlob: false,
        witnessParties: stakeholdersOf(contract),
      },
      offset,
    );
    found.push(of.from(event) ?? unreadable(reference));
  }
  return found;
};

/** The exercises of a generated choice whose code returned, as it reads them. */
export const generatedExercises = <Read>(
  nodes: Iterable<ExerciseNode>,
  choice: GeneratedChoice<Read>,
  { state, offset }: { readonly state: ReadingState; readonly offset: Offset },
): readonly Read[] => {
  const encoder = new EventEncoder(state);
  const reference = referenceOf(choice.owner);
  return Array.from(nodes).flatMap((node) => {
    const { templateId, interfaceId, result } = node;
    if (node.choice !== choice.name || result === undefined) return [];
    if (!isNamed(interfaceId ?? templateId, reference, state.packages)) return [];
    const event = encoder.exercised(
      {
        kind: "exercised",
        node,
        acsDelta: node.consuming,
        witnessParties: [],
        implementedInterfaces: [...(state.packages.template(templateId)?.implements ?? [])],
      },
      offset,
    );
    return [choice.from(event) ?? unreadable(reference)];
  });
};

/**
 * What a program gives for some fields of a payload or view, in the form that the ledger has. Raises INVALID_ARGUMENT for what is no such
 * field, and what decoding raises.
 */
export const generatedJson = (
  of: GeneratedType,
  input: object,
  packages: PackageRegistry,
): JsonFields => {
  const type = typeNamed(of, packages);
  if (type !== undefined && isJsonObject(input)) return normalJson(type, input, packages);
  throw invalidArgument({ expected: `fields of ${of.qualifiedName}`, found: input });
};

/** What tells whether a payload or view has these fields, in whatever form the program has written them. */
export const generatedFieldsTest = (
  of: GeneratedType,
  where: object,
  packages: PackageRegistry,
): ((read: unknown) => boolean) => {
  const wanted = Object.entries(generatedJson(of, where, packages));
  return (read) => {
    const payload = payloadOf(read);
    return wanted.every(([name, value]) => textOf(payload[name]) === textOf(value));
  };
};

/** What a constant has read as the payload of a contract. */
export const payloadOf = (read: unknown): JsonFields => {
  const payload = isJsonObject(read) ? read["payload"] : undefined;
  return isJsonObject(payload) ? (payload as JsonFields) : {};
};

/** None may be left out. What is compared was written by one codec. */
const textOf = (json: unknown): string => JSON.stringify(json ?? null);

const typeNamed = (of: GeneratedType, packages: PackageRegistry): Type | undefined => {
  const { qualifiedName } = of;
  for (const { templates, interfaces } of packages.versions(of.package.name)) {
    const type = templates.get(qualifiedName)?.payload ?? interfaces.get(qualifiedName)?.view;
    if (type !== undefined) return type;
  }
  return undefined;
};

/** The interfaces that its event is to show: the one that is asked for. Raises what the code of its view fails with. */
const viewsOf = (contract: Contract, reference: TypeReference, state: ReadingState) => {
  const { packages } = state;
  const implemented = [...(packages.template(contract.templateId)?.implements ?? [])];
  const views = implemented.filter((id) => isNamed(id, reference, packages));
  for (const id of views) {
    const view = interfaceView(contract, id, { packages, isUsable: vettedPackages(state) });
    if (view.kind === "failed") throw new LedgerError(view.error);
  }
  return views;
};

const unreadable = (reference: TypeReference): never => {
  throw ledgerError("INVALID_ARGUMENT", {
    cause: `The constant of ${reference} does not read what is of it; generate it again.`,
  });
};
