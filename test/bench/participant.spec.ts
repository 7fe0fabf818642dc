import { join } from "node:path";

import { expect } from "chai";

import { createParticipantClient } from "../../bench/participant/client.ts";
import { compareWithParticipant } from "../../bench/participant/side-by-side.ts";
import { tokenFor } from "../../fixtures/testing/index.ts";
import { project } from "../support/bench-builds.ts";
import { type RunningCommand, startCommand } from "../support/command-line.ts";

const command = [process.execPath, join(project, ".ci", "start.js")];

describe("benchmark against a participant @slow", function () {
  let participant: RunningCommand;
  afterEach(() => participant.stop());

  const measured = (token?: string) =>
    compareWithParticipant({
      participant: { url: participant.baseUrl, token },
      participantPid: process.pid,
      command,
      dars: [],
      rounds: 2,
      seconds: 0.1,
      signal: new AbortController().signal,
    });

  it("measures both products on common work, and reports no ratio for work of one product only", async () => {
    participant = await startCommand(["--auth", "disabled"]);
    const { figures, versions } = await measured();
    expect(versions.ours).to.equal(versions.theirs);
    for (const { name, ours, theirs, ratio } of figures) {
      const isOurs = name.startsWith("ready");
      expect(ours.length, name).to.be.greaterThan(0);
      expect(theirs.length, name).to.equal(isOurs ? 0 : ours.length);
      for (const value of [...ours, ...theirs]) expect(value, name).to.be.greaterThan(0);
      expect(ratio === undefined, name).to.equal(isOurs);
    }
    expect(figures.map(({ unit }) => unit)).to.deep.equal([
      "/s",
      "ms",
      "/s",
      "ms",
      "ms",
      "ms",
      "MB",
    ]);
  });

  it("creates only two parties on the participant", async () => {
    const secret = "a secret of the participant";
    participant = await startCommand(["--secret", secret]);
    const token = tokenFor(secret, "participant_admin");
    const { get } = createParticipantClient({ url: participant.baseUrl, token });
    const rights = () => get("/v2/users/participant_admin/rights");
    const parties = async () =>
      (await get<{ partyDetails: readonly { party: string }[] }>("/v2/parties")).partyDetails.map(
        ({ party }) => party,
      );
    const [rightsBefore, partiesBefore] = [await rights(), await parties()];
    await measured(token);
    expect(await rights()).to.deep.equal(rightsBefore);
    const added = (await parties()).filter((party) => !partiesBefore.includes(party));
    expect(added.map((party) => party.replace(/-[0-9a-f]+-|::.*/gu, " ").trim())).to.have.members([
      "bench initiator",
      "bench responder",
    ]);
  });
});
