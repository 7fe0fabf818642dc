import { expect } from "chai";

import { allocateParty, createUser, listParties, listUsers } from "../../../lib/api.ts";
import { createLedger } from "../../../lib/index.ts";

const metadata = { resourceVersion: "", annotations: { long: "x".repeat(250_000) } };
const count = 40;

describe("pages of users and parties with long annotations", () => {
  it("have a limited length, and the next pages contain the rest", async () => {
    const ledger = await createLedger();
    for (let at = 0; at < count; at++) {
      await createUser(ledger, { user: { id: `u${at}`, metadata } });
      await allocateParty(ledger, { partyIdHint: `p${at}`, localMetadata: metadata });
    }
    const users = pagesOf((pageToken) => listUsers(ledger, { pageToken }));
    const parties = pagesOf((pageToken) => listParties(ledger, { pageToken }));
    for (const pages of [users, parties]) {
      expect(pages.length).to.be.above(1);
      const text = pages.join("");
      expect(text.match(/"long":/gu)).to.have.length(count);
      for (const page of pages) expect(page.length).to.be.below(10_000_000);
    }
  });
});

const pagesOf = (
  page: (token: string) => { readonly nextPageToken: string },
): readonly string[] => {
  const pages: string[] = [];
  let token = "";
  do {
    const next = page(token);
    pages.push(JSON.stringify(next));
    token = next.nextPageToken;
  } while (token !== "");
  return pages;
};
