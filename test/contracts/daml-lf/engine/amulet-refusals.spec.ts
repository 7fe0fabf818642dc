import { expect } from "chai";

import type { AmuletNetwork } from "../../../support/amulet-network.ts";
import { type PlayedTransfers, playTransfers } from "../../../support/amulet-scenario.ts";
import { creating, exercising, type Step, type Transfer } from "../../../support/amulet-steps.ts";
import { amuletTemplate, coinOf, startTime } from "../../../support/amulet-terms.ts";
import { useAmuletNetwork } from "../../../support/use-amulet-network.ts";

const unhandled = (exception: string): string => `UNHANDLED_EXCEPTION/${exception}`;
const assertionFailed = unhandled("DA.Exception.AssertionFailed:AssertionFailed");

const missing = { withFees: "999950.28", noFees: "999950.0" };

/** A step that must be rejected. The cause must contain the message. */
interface Attempt {
  readonly step: Step;
  readonly code: string;
  readonly errorId?: string;
  readonly message: string;
}

describe("Splice Amulet 0.1.14 over HTTP", () => {
  const amulet = useAmuletNetwork();
  let network: AmuletNetwork;

  for (const fees of ["withFees", "noFees"] as const) {
    describe(`Splice Amulet 0.1.14 over HTTP, rejections ${fees}`, () => {
      let played: PlayedTransfers;
      let inputs: readonly string[];

      before(async () => {
        network = amulet();
        await network.begin(fees);
        played = await playTransfers(network);
        inputs = await network.coinIds(network.parties.bob);
      });

      const selfTransfer = (change: Partial<Transfer> = {}): Step => {
        const { bob } = network.parties;
        return network.transfer({ sender: bob, receiver: bob, inputs, ...change });
      };

      const archive = (contractId: string): Step =>
        exercising([network.parties.bob], amuletTemplate, {
          contractId,
          choice: "Archive",
          choiceArgument: {},
        });

      const failure = (step: Step, errorId: string, message: string): Attempt => ({
        step,
        code: "DAML_FAILURE",
        errorId,
        message,
      });

      const unauthorized = (step: Step, missing: string, given: string): Attempt => ({
        step,
        code: "DAML_AUTHORIZATION_ERROR",
        message: `requires authorizers [${missing}], but only [${given}] were given`,
      });

      const attempts: Readonly<Record<string, () => Attempt>> = {
        "a transfer without inputs": () =>
          failure(
            selfTransfer({ inputs: [] }),
            assertionFailed,
            "The requirement 'At least one holding must be provided' was not met.",
          ),
        "a transfer at its deadline": () =>
          failure(
            selfTransfer({ executeBefore: startTime }),
            "stdlib.daml.com/deadline-exceeded",
            "Ledger time is at or past deadline 'Transfer.executeBefore' at 2022-01-01T00:00:00Z",
          ),
        "a transfer that expects another administrator": () => {
          const { alice, dso } = network.parties;
          return failure(
            selfTransfer({ expectedAdmin: alice }),
            assertionFailed,
            `The requirement 'Expected admin '${alice}' matches actual admin '${dso}'' was not met.`,
          );
        },
        "a transfer whose round was not disclosed": () => ({
          step: selfTransfer({ disclose: [network.rules, network.externalRules] }),
          code: "CONTRACT_NOT_FOUND",
          message: network.openRound,
        }),
        "a transfer of more than there is": () =>
          failure(
            selfTransfer({ amount: "1000000.0" }),
            unhandled("Splice.AmuletRules:InvalidTransfer"),
            `ITR_InsufficientFunds {missingAmount = ${missing[fees]}}`,
          ),
        "a transfer of a coin that its owner has spent": () => {
          const [spent = ""] = played.offer.spent;
          return {
            step: selfTransfer({ inputs: [spent] }),
            code: "CONTRACT_NOT_FOUND",
            message: spent,
          };
        },
        "a tap by another than the receiver": () => {
          const { alice, bob } = network.parties;
          return unauthorized(network.tap(bob, "25.0", [alice]), bob, alice);
        },
        "coin that the administrator does not sign": () => {
          const { bob, dso } = network.parties;
          return unauthorized(
            creating([bob], amuletTemplate, coinOf(dso, bob, "25.0")),
            [bob, dso].join(", "),
            bob,
          );
        },
        "coin of a negative amount": () => {
          const { bob, dso } = network.parties;
          return failure(
            network.tap(bob, "-1.0"),
            unhandled("DA.Exception.PreconditionFailed:PreconditionFailed"),
            `Template precondition violated: Amulet {dso = '${dso}', owner = '${bob}', amount = ExpiringAmount {initialAmount = -1.0, `,
          );
        },
        "archiving coin as its owner alone": () => {
          const { bob, dso } = network.parties;
          return unauthorized(archive(inputs[0] ?? ""), [bob, dso].join(", "), bob);
        },
      };

      for (const [title, attempt] of Object.entries(attempts)) {
        it(title, async () => {
          const { step, code, errorId, message } = attempt();
          const end = await network.http.ledgerEnd("dso");
          const refusal = await network.refusal(step);
          expect(refusal.code).to.equal(code);
          expect(refusal.context["error_id"]).to.equal(errorId);
          expect(refusal.cause).to.include(message);
          expect(await network.http.ledgerEnd("dso")).to.equal(end);
          expect(await network.coinIds(network.parties.bob)).to.deep.equal(inputs);
        });
      }

      it("accepts a transfer with valid arguments", async () => {
        const { events } = await network.submit(selfTransfer());
        expect(events).to.not.be.empty;
      });
    });
  }
});
