import { expect } from "chai";

import { createDamlLoader } from "../../../lib/contracts/daml-lf/index.ts";
import { createLedger } from "../../../lib/index.ts";
import { createFetch } from "../../../middleware/index.ts";
import { assembleDar } from "../../support/lf/assemble.ts";
import { counterPackage } from "../../support/lf/counter.ts";

const main = counterPackage();
const dar = Uint8Array.from(assembleDar(main));

type Fetch = ReturnType<typeof createFetch>;

const serve = async (): Promise<Fetch> =>
  createFetch(await createLedger({ daml: createDamlLoader(), seed: 1 }), { auth: "disabled" });

const post = (fetch: Fetch, path: string, body: Uint8Array<ArrayBuffer>): Promise<Response> =>
  fetch(path, { method: "POST", headers: { "Content-Type": "application/octet-stream" }, body });

const jsonOf = async (response: Promise<Response>): Promise<Record<string, unknown>> =>
  (await (await response).json()) as Record<string, unknown>;

describe("DARs over HTTP", () => {
  for (const path of ["/v2/dars", "/v2/packages"]) {
    it(`uploads by POST ${path}, and serves the package`, async () => {
      const fetch = await serve();
      const uploaded = await post(fetch, path, dar);
      expect(uploaded.status).to.equal(200);
      expect(await uploaded.json()).to.deep.equal({});
      const served = await fetch(`/v2/packages/${main.packageId}`);
      expect(served.headers.get("Canton-Package-Hash")).to.equal(main.packageId);
      const digest = await crypto.subtle.digest("SHA-256", await served.arrayBuffer());
      expect(Buffer.from(digest).toString("hex")).to.equal(main.packageId);
      expect(await jsonOf(fetch(`/v2/packages/${main.packageId}/status`))).to.deep.equal({
        packageStatus: "PACKAGE_STATUS_REGISTERED",
      });
    });
  }

  it("runs commands of an uploaded package", async () => {
    const fetch = await serve();
    await post(fetch, "/v2/dars", dar);
    const { partyDetails } = await jsonOf(
      fetch("/v2/parties", { method: "POST", body: JSON.stringify({ partyIdHint: "alice" }) }),
    );
    const { party } = partyDetails as { readonly party: string };
    const commands = {
      commands: [
        {
          CreateAndExerciseCommand: {
            templateId: "#counter:Main:Counter",
            createArguments: { owner: party, count: "41" },
            choice: "Add",
            choiceArgument: { by: "1" },
          },
        },
      ],
      actAs: [party],
      commandId: "add",
      userId: "tester",
    };
    const { transaction } = await jsonOf(
      fetch("/v2/commands/submit-and-wait-for-transaction", {
        method: "POST",
        body: JSON.stringify({ commands }),
      }),
    );
    expect(transaction).to.have.nested.property(
      "events[0].CreatedEvent.createArgument.count",
      "42",
    );
  });

  it("does not vet with ?vetAllPackages=false", async () => {
    const fetch = await serve();
    await post(fetch, "/v2/dars?vetAllPackages=false", dar);
    const vetted = await jsonOf(fetch("/v2/package-vetting/list", { method: "POST", body: "{}" }));
    expect(JSON.stringify(vetted)).to.not.include(main.packageId);
  });

  it("validates a DAR, answers with an empty object, and changes nothing", async () => {
    const fetch = await serve();
    const valid = await post(fetch, "/v2/dars/validate", dar);
    expect([valid.status, await valid.text()]).to.deep.equal([200, ""]);
    expect((await jsonOf(fetch("/v2/packages")))["packageIds"]).to.not.include(main.packageId);
    const broken = await post(fetch, "/v2/dars/validate", dar.slice(0, 200));
    expect(broken.status).to.equal(400);
    expect(await broken.json()).to.have.property("code", "DAR_PARSE_ERROR");
  });

  it("refuses an upload without a body", async () => {
    const fetch = await serve();
    const empty = await fetch("/v2/dars", { method: "POST" });
    expect(empty.status).to.equal(400);
    expect(await empty.json()).to.have.property("code", "INVALID_DAR");
  });
});
