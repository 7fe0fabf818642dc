import { bytesToHex } from "@noble/hashes/utils.js";

import { createInvalidArgumentError } from "../base/errors/argument-error.ts";
import {
  getNamespace,
  type Micros,
  type Party,
  splitTypeId,
  type TypeId,
} from "../base/identifiers/identifiers.ts";
import type { Contract } from "../base/model/contract.ts";
import { getStakeholders } from "../base/model/contract.ts";
import { decodeBase64 } from "../base/values/base64.ts";
import type { DamlLoader } from "../contracts/daml-lf/load-dar.ts";
import type { TraceListener } from "../contracts/daml-lf/runtime/traces.ts";
import type { LoadedScripts } from "../contracts/daml-lf/script/load-scripts.ts";
import type { ScriptPackageNameAndVersion } from "../contracts/daml-lf/script/package-codecs.ts";
import type { ScriptQueryInterfaceView } from "../contracts/daml-lf/script/query-codecs.ts";
import type {
  ScriptSubmission,
  ScriptTransactionEvent,
} from "../contracts/daml-lf/script/submit-codec.ts";
import type { DamlScriptUser, ScriptUserRight } from "../contracts/daml-lf/script/user-codecs.ts";
import type { DarLoader } from "../contracts/packages/dar-loader.ts";
import type { PackageRegistry } from "../contracts/packages/registry.ts";
import { encodeCreatedEventBlob } from "../contracts/transaction/created-event-blob.ts";
import type { Ledger } from "../ledger/port/ledger.ts";
import { createVettedPackagePredicate } from "../ledger/state/synchronizers.ts";
import { updateVettedPackages } from "../operations/admin/packages/update-vetting.ts";
import { uploadDar } from "../operations/admin/packages/upload-dar.ts";
import { allocateParty } from "../operations/admin/parties/allocate-party.ts";
import { createUser } from "../operations/admin/users/create-user.ts";
import { deleteUser } from "../operations/admin/users/delete-user.ts";
import { requireUser } from "../operations/admin/users/require-user.ts";
import type { RightJson } from "../operations/admin/users/rights.ts";
import {
  grantUserRights,
  listUserRights,
  revokeUserRights,
} from "../operations/admin/users/user-rights.ts";
import { trustedCaller } from "../operations/authorization/caller.ts";
import { admitSubmission } from "../operations/commands/admit-submission.ts";
import { readCommandsRequest } from "../operations/commands/commands-request.ts";
import { findActiveContractsAtOffset } from "../operations/queries/find-activations-at.ts";
import { executeUntilCommitted } from "../operations/submission/execute-admitted-submission.ts";
import { computeInterfaceView } from "../views/visibility/interface-view.ts";
import { createPackageQualifiedTemplateName } from "../views/visibility/known-types.ts";
import { createSubmissionCommandsJson, defaultScriptUserId } from "./commands-json.ts";
import { projectVisibleTree } from "./project-visible-tree.ts";
import { toScriptRight, toUserRightJson } from "./rights-json.ts";
import { runAsPromise } from "./run-as-promise.ts";
import type { ContractWithOptionalKey, ScriptParticipant } from "./script-participant.ts";
import { createVettingOperation } from "./vetting-operation.ts";

/** A ledger in this process, called directly through the operations that its API uses. */
export class InProcessScriptParticipant implements ScriptParticipant {
  readonly #ledger: Ledger;
  readonly #packages: PackageRegistry;
  readonly #onTrace: TraceListener;

  /** `packages` are those of the script; they define the types of its values. */
  constructor(ledger: Ledger, packages: PackageRegistry, onTrace: TraceListener) {
    this.#ledger = ledger;
    this.#packages = packages;
    this.#onTrace = onTrace;
  }

  async uploadMissingPackages({ packages }: LoadedScripts, dar: Uint8Array): Promise<void> {
    const known = this.#ledger.state.packages;
    for (const { packageId } of packages.packages()) {
      if (known.get(packageId) === undefined) {
        await uploadDar(this.#ledger, { dar });
        return;
      }
    }
  }

  async submitCommands(submission: ScriptSubmission): Promise<readonly ScriptTransactionEvent[]> {
    const json = createSubmissionCommandsJson(submission, this.#packages);
    const request = readCommandsRequest({ ...json, userId: defaultScriptUserId, commandId: "" });
    const options = { caller: trustedCaller, choosesCommandId: true };
    const stop = hearTraces(this.#ledger.darLoader, this.#onTrace);
    const update = await executeUntilCommitted(
      this.#ledger,
      admitSubmission(this.#ledger, request, options),
    ).finally(stop);
    return projectVisibleTree(
      update.transaction,
      new Set([...submission.actAs, ...submission.readAs]),
    );
  }

  listActiveContracts(
    parties: readonly Party[],
    template: TypeId,
  ): Promise<readonly ContractWithOptionalKey[]> {
    const name = formatTemplateName(template, this.#packages);
    return Promise.resolve(
      this.#listVisibleContracts(parties, new Set([name])).map(
        ({ contractId, templateId, argument, key }) => ({
          contractId,
          template: templateId,
          argument,
          key: key?.value,
        }),
      ),
    );
  }

  listInterfaceViews(
    parties: readonly Party[],
    interfaceId: TypeId,
  ): Promise<readonly ScriptQueryInterfaceView[]> {
    const { state } = this.#ledger;
    const { packages } = state;
    const names = packages
      .implementations(interfaceId)
      .map((id) => formatTemplateName(id, packages));
    const options = { packages, isUsable: createVettedPackagePredicate(state) };
    return Promise.resolve(
      this.#listVisibleContracts(parties, new Set(names)).map((contract) => {
        const view = computeInterfaceView(contract, interfaceId, options);
        return {
          contractId: contract.contractId,
          view: view.kind === "computed" ? view.value : undefined,
        };
      }),
    );
  }

  findContractById(parties: readonly Party[], _template: TypeId, contractId: string) {
    const found = this.#ledger.state.contracts.get(contractId);
    const contract = found?.activation === undefined ? undefined : found.contract;
    if (contract === undefined || !hasStakeholder(contract, new Set(parties))) {
      return Promise.resolve(undefined);
    }
    const blob = decodeBase64(encodeCreatedEventBlob(contract)) ?? new Uint8Array();
    const { templateId, argument } = contract;
    return Promise.resolve({ contractId, template: templateId, argument, blob: bytesToHex(blob) });
  }

  #listVisibleContracts(
    parties: readonly Party[],
    templates: ReadonlySet<string>,
  ): readonly Contract[] {
    const { state } = this.#ledger;
    const readers = new Set(parties);
    const bounds = { parties: readers, templates };
    const found: Contract[] = [];
    for (const { contract } of findActiveContractsAtOffset({
      state,
      offset: state.ledgerEnd,
      bounds,
      after: 0,
    })) {
      const { qualifiedName } = splitTypeId(contract.templateId);
      const isWanted = templates.has(
        createPackageQualifiedTemplateName(contract.packageName, qualifiedName),
      );
      if (isWanted && hasStakeholder(contract, readers)) found.push(contract);
    }
    return found;
  }

  async allocateParty(hint: string): Promise<Party> {
    const { partyDetails } = await allocateParty(this.#ledger, { partyIdHint: hint });
    return partyDetails.party;
  }

  createPartyHint(prefix: string): string {
    const { parties, participantId } = this.#ledger.state;
    for (let number = 1; ; number += 1) {
      const hint = `${prefix}-${number.toString(16).padStart(8, "0")}`;
      if (!parties.has(`${hint}::${getNamespace(participantId)}`)) return hint;
    }
  }

  listParties() {
    return Promise.resolve([...this.#ledger.state.parties.values()]);
  }

  async createUser({ id, primaryParty = "" }: DamlScriptUser, rights: readonly ScriptUserRight[]) {
    await createUser(this.#ledger, {
      user: { id, primaryParty },
      rights: rights.map(toUserRightJson),
    });
  }

  getUser(id: string): Promise<DamlScriptUser> {
    return runAsPromise(() => {
      const { primaryParty } = requireUser(this.#ledger.state, id, "");
      return { id, primaryParty: primaryParty === "" ? undefined : primaryParty };
    });
  }

  async deleteUser(id: string): Promise<void> {
    await deleteUser(this.#ledger, { userId: id });
  }

  listUsers(): Promise<readonly DamlScriptUser[]> {
    return Promise.resolve(
      Array.from(this.#ledger.state.users.values(), ({ id, primaryParty }) => ({
        id,
        primaryParty: primaryParty === "" ? undefined : primaryParty,
      })),
    );
  }

  async grantRights(id: string, rights: readonly ScriptUserRight[]) {
    const change = { userId: id, rights: rights.map(toUserRightJson) };
    return rightsFromJson((await grantUserRights(this.#ledger, change)).newlyGrantedRights);
  }

  async revokeRights(id: string, rights: readonly ScriptUserRight[]) {
    const change = { userId: id, rights: rights.map(toUserRightJson) };
    return rightsFromJson((await revokeUserRights(this.#ledger, change)).newlyRevokedRights);
  }

  listRights(id: string): Promise<readonly ScriptUserRight[]> {
    return runAsPromise(() => rightsFromJson(listUserRights(this.#ledger, { userId: id }).rights));
  }

  listPackages(): Promise<readonly ScriptPackageNameAndVersion[]> {
    return Promise.resolve([...this.#ledger.state.packages.packages()]);
  }

  listVettedPackages(): Promise<readonly ScriptPackageNameAndVersion[]> {
    const { state } = this.#ledger;
    return Promise.resolve(
      [...state.packages.packages()].filter(createVettedPackagePredicate(state)),
    );
  }

  async changeVetting(
    change: "Vet" | "Unvet",
    packages: readonly ScriptPackageNameAndVersion[],
  ): Promise<void> {
    const operation = createVettingOperation(change, packages);
    await updateVettedPackages(this.#ledger, { changes: [{ operation }] });
  }

  getTime(): Promise<Micros> {
    return Promise.resolve(this.#ledger.clock.now());
  }

  setTime(time: Micros): Promise<void> {
    return runAsPromise(() => {
      const { clock } = this.#ledger;
      if (time < clock.now()) {
        throw createInvalidArgumentError({
          field: "time",
          expected: `a time that is not before ${clock.time}: ledger time cannot go back`,
        });
      }
      clock.set(time);
    });
  }

  /** Waits only on a running clock. A frozen clock does not advance, so waiting would change nothing. */
  async sleep(micros: bigint): Promise<void> {
    const { clock } = this.#ledger;
    if (clock.mode === "real") await clock.reached(clock.now() + micros);
  }
}

/**
 * Subscribes to trace messages of choices if the ledger's engine reports them. Returns the function that
 * unsubscribes.
 */
const hearTraces = (loader: DarLoader | undefined, onTrace: TraceListener): (() => void) =>
  loader !== undefined && "hearTraces" in loader
    ? (loader as DamlLoader).hearTraces(onTrace)
    : () => undefined;

/**
 * Returns the template name with its package name, or with an empty package name if the package is not
 * known.
 */
const formatTemplateName = (template: TypeId, packages: PackageRegistry): string => {
  const { packageId, qualifiedName } = splitTypeId(template);
  return createPackageQualifiedTemplateName(packages.get(packageId)?.name ?? "", qualifiedName);
};

const hasStakeholder = (contract: Contract, readers: ReadonlySet<Party>): boolean =>
  getStakeholders(contract).some((party) => readers.has(party));

const rightsFromJson = (rights: readonly RightJson[]): readonly ScriptUserRight[] =>
  rights.map(toScriptRight);
