import { expect } from "chai";

import { createUser } from "../../../lib/api.ts";
import { createLedger } from "../../../lib/index.ts";
import { createFetch } from "../../../middleware/index.ts";

describe("id in path and body", () => {
  const answerTo = async (inPath: string, body: unknown) => {
    const ledger = await createLedger({ seed: 1 });
    await createUser(ledger, { user: { id: "alice" } });
    const api = createFetch(ledger, { auth: "disabled" });
    const answer = await api(`/v2/users/${inPath}`, {
      method: "PATCH",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    await ledger.close();
    const { code } = (await answer.json()) as { readonly code?: string };
    return { status: answer.status, code };
  };
  const updateMask = { paths: ["is_deactivated"] };

  it("is accepted if both are the same", async () => {
    expect(await answerTo("alice", { user: { id: "alice" }, updateMask })).to.include({
      status: 200,
    });
  });

  const refused: readonly (readonly [string, object])[] = [
    ["another id", { user: { id: "bob" }, updateMask }],
    ["an unset id", { user: { isDeactivated: true }, updateMask }],
    ["no object that holds the id", { updateMask }],
  ];
  for (const [what, body] of refused) {
    it(`is refused with ${what}`, async () => {
      expect(await answerTo("alice", body)).to.deep.equal({
        status: 400,
        code: "INVALID_ARGUMENT",
      });
    });
  }
});
