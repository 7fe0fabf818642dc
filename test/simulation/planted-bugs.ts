import type { SourceMutation } from "../support/source-mutations.ts";

/** A bug that the simulator must find. */
export interface PlantedBug extends SourceMutation {
  readonly name: string;
  /** The seed of a run that finds the bug within `steps` steps. */
  readonly seed: number;
  readonly steps: number;
}

/** Number of steps of most runs. Most bugs are found much earlier, or by the checks after the last step. */
const plantedSteps = 600;

const bug = (
  name: string,
  seed: number,
  file: string,
  find: string,
  replace: string,
  steps = plantedSteps,
): PlantedBug => ({ name, seed, steps, file, find, replace });

export const plantedBugs: readonly PlantedBug[] = [
  bug(
    "a command that was accepted is accepted again",
    3,
    "lib/operations/submission/deduplicate.ts",
    "return micros > 0n && acceptedAt >= now - micros;",
    "return micros < 0n && acceptedAt >= now - micros;",
  ),
  bug(
    "archived contracts can still be used",
    5,
    "lib/operations/submission/run-command.ts",
    "record !== undefined && record.archived === undefined;",
    "record !== undefined;",
  ),
  bug(
    "contracts can be used by those who do not see them",
    1,
    "lib/operations/submission/run-command.ts",
    "const isVisible = isUnarchived && this.#isVisibleToReaders(record.contract);",
    "const isVisible = isUnarchived;",
  ),
  bug(
    "exercises need no authority",
    1,
    "lib/contracts/transaction/authorization.ts",
    'if (!containsParties(context.given, controllers)) {\n    throw missingAuthorizersError(context, "exercise", controllers);\n  }',
    "",
  ),
  bug(
    "creates need no authority",
    1,
    "lib/contracts/transaction/authorization.ts",
    'if (!containsParties(context.given, signatories)) {\n    throw missingAuthorizersError(context, "create", signatories);\n  }',
    "",
  ),
  bug(
    "users may act as anybody",
    1,
    "lib/operations/authorization/claims.ts",
    "actAsAnyParty || actAs.has(party)),",
    "actAsAnyParty || actAs.has(party) || true),",
  ),
  bug(
    "users may read as anybody",
    1,
    "lib/operations/authorization/claims.ts",
    "(party) => readAsAnyParty || readAs.has(party),",
    "(party) => readAsAnyParty || readAs.has(party) || true,",
  ),
  bug(
    "parents do not witness what follows from them",
    1,
    "lib/contracts/transaction/place-nodes.ts",
    "node.witnesses = witnesses = unitePartySets(witnesses, informees)",
    "node.witnesses = witnesses = informees",
  ),
  bug(
    "archives are shown to witnesses that are not stakeholders",
    2,
    "lib/views/visibility/project-update.ts",
    "const match = matcher.findEventMatch(node.templateId, node.packageName, node.stakeholders);",
    "const match = matcher.findEventMatch(node.templateId, node.packageName, node.witnesses);",
  ),
  bug(
    "contracts that came and went in one transaction are shown as active",
    2,
    "lib/views/visibility/project-update.ts",
    'if (node.kind === "create" && !transient.has(node.contract.contractId)) {',
    'if (node.kind === "create") {',
  ),
  bug(
    "the state moves on before the journal is written",
    1,
    "lib/ledger/runtime/writer.ts",
    "    this.#pendingState = state;\n    const write = {",
    "    this.moveTo(state);\n    const write = {",
  ),
  bug(
    "the journal is not put back at a revert",
    8,
    "lib/ledger/runtime/snapshot-restorer.ts",
    "await parts.store.restore(mark);",
    "void mark;",
  ),
  bug(
    "what waits is not ended by a revert",
    1,
    "lib/ledger/runtime/epochs.ts",
    "this.#timed.abandonAll(ledgerRevertedError);",
    "",
  ),
  bug(
    "what another process has written is not heard of",
    1,
    "lib/ledger/runtime/writer.ts",
    "await this.tailer.catchUp(refusal?.packages);",
    "",
  ),
  bug(
    "forks share the journal",
    2,
    "lib/ledger/runtime/journaled-ledger.ts",
    "const store = await this.#parts.store.fork();",
    "const { store } = this.#parts;",
  ),
  bug(
    "a stream leaves out an update where it catches up",
    1,
    "lib/operations/queries/log-tail.ts",
    "state.log.entries(begin + 1)",
    "state.log.entries(begin + 2)",
  ),
  bug(
    "a stream begins at the offset that it is to begin after",
    1,
    "lib/operations/queries/log-tail.ts",
    "state.log.entries(begin + 1)",
    "state.log.entries(begin)",
  ),
  bug(
    "streams go on when their user's rights have changed",
    4,
    "middleware/streaming/watch-authorization.ts",
    "one.size === other.size && [...one].every((each) => other.has(each));",
    "one.size >= 0 && other.size >= 0;",
  ),
  bug(
    "slow readers are not waited for",
    2,
    "middleware/websocket/send-websocket-frames.ts",
    "      if (socket.bufferedAmount > highWaterMark) await sent;\n    }",
    "      void sent;\n    }",
  ),
  bug(
    "timers outlive the ledger",
    2,
    "lib/ledger/runtime/journaled-ledger.ts",
    "this.#parts.clock.stop(ledgerClosedError());",
    "",
  ),
  bug(
    "commands that are done count as in flight",
    1,
    "lib/ledger/port/submissions-in-flight.ts",
    "  return () => {\n    leave();\n    release();\n  };",
    "  return () => {\n    leave();\n  };",
  ),
  bug(
    "slots are not given back",
    2,
    "lib/ledger/port/submissions-in-flight.ts",
    "counted.count -= 1;\n      this.#total -= 1;",
    "",
    // The bug leaks slots. There are 256, and a revert frees all, so it takes many steps until none is left.
    2_000,
  ),
  bug(
    "a signature is good for any number of executions",
    1,
    "lib/operations/submission/check-signed.ts",
    "!wasAttempted(state, signed.hash)",
    "state.signedTransactions.size >= 0",
  ),
  bug(
    "what was signed counts as executed before it was",
    1,
    "lib/operations/submission/check-signed.ts",
    "!wasAttempted(state, signed.hash)",
    "wasAttempted(state, signed.hash)",
  ),
  bug(
    "signatures are not counted",
    5,
    "lib/operations/interactive/signatures/party-signatures.ts",
    "if (valid >= keys.threshold) return;",
    "if (valid >= 0) return;",
  ),
  bug(
    "pruning forgets contracts that are active",
    3,
    "lib/ledger/state/prune.ts",
    "record.archived !== undefined && record.archived.offset <= upTo",
    "(record.archived?.offset ?? 0) <= upTo",
  ),
  bug(
    "contracts arrive although they never left",
    3,
    "lib/ledger/state/contracts.ts",
    "const ended = this.#deactivateContract(record, at);\n    this.#contracts.set(contractId, { contract, created, ended });",
    "this.#contracts.set(contractId, { ...record, contract, created });",
  ),
  bug(
    "Daml code computes without a budget",
    20,
    "lib/contracts/daml-lf/runtime/allowance.ts",
    "this.steps = maxSteps;",
    "this.steps = Number.POSITIVE_INFINITY;",
  ),
];
