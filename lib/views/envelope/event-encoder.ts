import { hexToBytes } from "@noble/hashes/utils.js";

import { ledgerError } from "../../base/errors/ledger-error.ts";
import {
  getNameBeforeNamespace,
  type Micros,
  type Offset,
  type PackageId,
  splitTypeId,
  type TypeId,
} from "../../base/identifiers/identifiers.ts";
import type { Contract } from "../../base/model/contract.ts";
import type { ExerciseNode } from "../../base/model/node.ts";
import { encodeBase64 } from "../../base/values/base64.ts";
import { formatInstant } from "../../base/values/time.ts";
import type { Type } from "../../base/values/type.ts";
import type { Value } from "../../base/values/value.ts";
import type { Package } from "../../contracts/engine/package.ts";
import type { ChoiceSignature } from "../../contracts/engine/package-signature.ts";
import type { StepQuota } from "../../contracts/engine/suspension.ts";
import type { PackageRegistry } from "../../contracts/packages/registry.ts";
import { encodeCreatedEventBlob } from "../../contracts/transaction/created-event-blob.ts";
import type { LedgerState } from "../../ledger/state/ledger-state.ts";
import { createVettedPackagePredicate } from "../../ledger/state/synchronizers.ts";
import { computeInterfaceView, type PinnedViewPackages } from "../visibility/interface-view.ts";
import type {
  VisibleArchivedEvent,
  VisibleCreate,
  VisibleEvent,
  VisibleExercise,
} from "../visibility/visible-event.ts";
import type {
  ArchivedEventJson,
  CreatedEventJson,
  EventJson,
  ExercisedEventJson,
  InterfaceViewJson,
} from "./event-json.ts";
import { okGrpcStatus, toGrpcStatus } from "./to-grpc-status.ts";

/** The parts of a ledger's state that are needed to encode its events. */
export type EventEncodingLedgerState = Pick<
  LedgerState,
  "packages" | "synchronizers" | "vetting" | "participantId"
>;

/**
 * Maximum number of steps of Daml code for the views of one update or contract, because they are
 * evaluated without yielding. Slow views are cached, so that a repeated request can complete more
 * of them.
 */
const stepsOfViews = 1_000_000;

/**
 * Converts visible events to JSON, using the types of one set of packages. It caches data for each
 * template, so use one encoder for all events of a request or stream.
 */
export class EventEncoder {
  readonly #packages: PackageRegistry;
  readonly #isUsable: (candidate: Package) => boolean;
  readonly #templates = new Map<TypeId, ContractJsonEncoder>();
  readonly #participant: string;
  readonly #viewQuota: StepQuota = { steps: stepsOfViews };
  #createdAt: { readonly micros: Micros; readonly text: string } | undefined;

  readonly #used: PinnedViewPackages | undefined;

  /**
   * `state` has the packages. Interface views are computed by packages that are vetted in the
   * state. `used` has the packages that computed the views so far in this stream; they are
   * preferred.
   */
  constructor(state: EventEncodingLedgerState, used?: PinnedViewPackages) {
    this.#used = used;
    this.#packages = state.packages;
    this.#isUsable = createVettedPackagePredicate(state);
    this.#participant = getNameBeforeNamespace(state.participantId);
  }

  /** Begins the next update or contract: resets the step budget of its views. */
  resetViewQuota(): this {
    this.#viewQuota.steps = stepsOfViews;
    return this;
  }

  encodeEvent(event: VisibleEvent, offset: Offset): EventJson {
    switch (event.kind) {
      case "created":
        return { CreatedEvent: this.encodeCreated(event, offset) };
      case "archived":
        return { ArchivedEvent: this.encodeArchived(event, offset) };
      case "exercised":
        return { ExercisedEvent: this.encodeExercised(event, offset) };
    }
  }

  encodeCreated(event: VisibleCreate, offset: Offset): CreatedEventJson {
    const { contract } = event;
    const { key } = contract;
    const template = this.#getTemplateEncoder(contract.templateId);
    return {
      offset,
      nodeId: event.nodeId,
      contractId: contract.contractId,
      templateId: contract.templateId,
      contractKey: key === undefined ? null : template.key(key.value),
      contractKeyHash: key === undefined ? "" : encodeBase64(hexToBytes(key.hash)),
      createArgument: template.argument(contract.argument),
      createdEventBlob: event.includeBlob ? encodeCreatedEventBlob(contract) : "",
      interfaceViews: event.views.map((interfaceId) =>
        this.#encodeInterfaceView(contract, interfaceId),
      ),
      witnessParties: event.witnessParties,
      signatories: contract.signatories,
      observers: contract.observers,
      createdAt: this.#createdAtText(contract.createdAt),
      packageName: contract.packageName,
      representativePackageId: template.packageId,
      acsDelta: event.acsDelta,
    };
  }

  encodeArchived(
    { node, witnessParties, implementedInterfaces }: VisibleArchivedEvent,
    offset: Offset,
  ): ArchivedEventJson {
    return {
      offset,
      nodeId: node.nodeId,
      contractId: node.contractId,
      templateId: node.templateId,
      witnessParties,
      packageName: node.packageName,
      implementedInterfaces,
    };
  }

  encodeExercised(event: VisibleExercise, offset: Offset): ExercisedEventJson {
    const { node } = event;
    const choice = this.#getChoiceSignature(node);
    return {
      offset,
      nodeId: node.nodeId,
      contractId: node.contractId,
      templateId: node.templateId,
      interfaceId: node.interfaceId ?? null,
      choice: node.choice,
      choiceArgument: this.#packages.codec(choice.argument).encode(node.argument),
      actingParties: node.actingParties,
      consuming: node.consuming,
      witnessParties: event.witnessParties,
      lastDescendantNodeId: node.lastDescendantNodeId,
      exerciseResult:
        node.result === undefined ? null : this.#packages.codec(choice.result).encode(node.result),
      packageName: node.packageName,
      implementedInterfaces: event.implementedInterfaces,
      acsDelta: event.acsDelta,
    };
  }

  #getTemplateEncoder(templateId: TypeId): ContractJsonEncoder {
    const known = this.#templates.get(templateId);
    if (known !== undefined) return known;
    const signature = this.#packages.template(templateId) ?? unknownType(templateId);
    const { key } = signature;
    const template = {
      packageId: splitTypeId(templateId).packageId,
      argument: this.#createValueEncoder(signature.payload),
      key: key === undefined ? () => null : this.#createValueEncoder(key),
    };
    this.#templates.set(templateId, template);
    return template;
  }

  #createValueEncoder(type: Type): (value: Value) => unknown {
    const codec = this.#packages.codec(type);
    return (value) => codec.encode(value);
  }

  /**
   * Returns the signature of the exercised choice. `Archive` is found in the template, because an
   * interface may not declare it.
   */
  #getChoiceSignature({ templateId, interfaceId, choice }: ExerciseNode): ChoiceSignature {
    const ofInterface =
      interfaceId === undefined ? undefined : this.#packages.interface(interfaceId)?.choices;
    return (
      ofInterface?.get(choice) ??
      this.#packages.template(templateId)?.choices.get(choice) ??
      unknownType(`${templateId}:${choice}`)
    );
  }

  #encodeInterfaceView(contract: Contract, interfaceId: TypeId): InterfaceViewJson {
    const view = computeInterfaceView(contract, interfaceId, {
      packages: this.#packages,
      isUsable: this.#isUsable,
      quota: this.#viewQuota,
      ...(this.#used !== undefined && { used: this.#used }),
    });
    const implementationPackageId = view.implementation ?? null;
    if (view.kind === "failed") {
      const viewStatus = toGrpcStatus(view.error, { participant: this.#participant });
      return { interfaceId, viewStatus, viewValue: null, implementationPackageId };
    }
    const { view: type } = this.#packages.interface(interfaceId) ?? unknownType(interfaceId);
    const viewValue = this.#packages.codec(type).encode(view.value);
    return { interfaceId, viewStatus: okGrpcStatus, viewValue, implementationPackageId };
  }

  /**
   * Returns the time as text. Caches the last text, because consecutive contracts often have the
   * same time.
   */
  #createdAtText(micros: Micros): string {
    if (this.#createdAt?.micros !== micros) {
      this.#createdAt = { micros, text: formatInstant(micros) };
    }
    return this.#createdAt.text;
  }
}

interface ContractJsonEncoder {
  readonly packageId: PackageId;
  readonly argument: (value: Value) => unknown;
  readonly key: (value: Value) => unknown;
}

/**
 * Raises an internal error for an unknown type: that is a defect of the ledger, because it commits
 * no event whose package it does not have.
 */
const unknownType = (id: string): never => {
  throw ledgerError("LEDGER_API_INTERNAL_ERROR", {
    cause: `No known package defines ${id}, to which a committed event refers.`,
  });
};
