import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect } from "chai";
import { expectTypeOf } from "expect-type";

import { loadFixture } from "../../fixtures/index.ts";
import type { CreatedEventJson } from "../../lib/api.ts";
import { generate, packagesOfDars } from "../../lib/codegen/index.ts";
import { createDamlLoader } from "../../lib/contracts/daml-lf/index.ts";
import { createLedger, type Ledger } from "../../lib/index.ts";
import { articleOf } from "../support/codegen/articles.ts";
import { Ownable, type View } from "../support/codegen/daml/ownable/Standard.Ownable.ts";
import { Article, type ArticleKey, Receipt, type Sale } from "../support/codegen/daml/shop/Shop.ts";
import { shopDar } from "../support/codegen/shop-package.ts";
import { HttpLedger } from "../support/http-ledger.ts";

const daml = createDamlLoader();
const folder = join(import.meta.dirname, "..", "support", "codegen", "daml");

const openShop = async (): Promise<{ ledger: Ledger; seller: string; buyer: string }> => {
  const ledger = await createLedger({ seed: 1, daml, packages: daml.load(shopDar()) });
  const names = await loadFixture(ledger, { steps: [{ parties: ["seller", "buyer"] }] });
  return { ledger, seller: names.seller, buyer: names.buyer };
};

describe("generated code", () => {
  it("is up to date with the generator", () => {
    const files = generate(packagesOfDars([shopDar()]), { importExtension: "ts", schemas: true });
    const present = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1));
    expect(present.sort()).to.deep.equal([...files.keys()].sort());
    for (const [path, text] of files) {
      expect(readFileSync(join(folder, path), "utf8"), path).to.equal(text);
    }
  });

  describe("generated code with an in-process ledger", () => {
    it("creates, exercises and reads with its types", async () => {
      const { ledger, seller, buyer } = await openShop();
      const made = await ledger.submit({
        actAs: seller,
        commands: Article.create(articleOf(seller)),
      });
      const [article] = made.created(Article);
      if (article === undefined) expect.fail("nothing was created");
      expectTypeOf(article.payload).toEqualTypeOf<Article>();
      expectTypeOf(article.key).toEqualTypeOf<ArticleKey>();
      expectTypeOf(article.contractId).toEqualTypeOf<Article.Id>();
      expect(article.payload).to.deep.equal(articleOf(seller));
      expect(article.key).to.deep.equal({ seller, name: "lamp" });

      const sold = await ledger.submit({
        actAs: seller,
        commands: article.exercise(Article.Sell, { buyer }),
      });
      const [sale] = sold.exercised(Article.Sell);
      expectTypeOf(sale?.exerciseResult).toEqualTypeOf<Sale | undefined>();
      expect(sale?.choiceArgument).to.deep.equal({ buyer });
      expect(sale?.exerciseResult.left).to.equal("6");
      const [gone] = sold.archived(Article);
      expect(gone?.contractId).to.equal(article.contractId);
      expectTypeOf(gone?.contractId).toEqualTypeOf<Article.Id | undefined>();

      const [receipt] = ledger.contracts(Receipt, { as: buyer });
      expectTypeOf(receipt?.payload).toEqualTypeOf<Receipt | undefined>();
      expect(receipt?.contractId).to.equal(sale?.exerciseResult.receipt);
      expect(receipt?.payload).to.deep.equal({ seller, buyer, article: "lamp" });
    });

    it("encodes and decodes the JSON of participants", async () => {
      const { ledger, seller } = await openShop();
      const zeros = (count: number): string => "0".repeat(count);
      const parts: readonly Partial<Article>[] = [
        { nested: [] },
        { nested: [[]] },
        { nested: [["inner"]] },
        { places: [] },
        {
          places: [
            [{ row: "-1", column: "0" }, ["3"]],
            [{ row: "1", column: "2" }, []],
          ],
        },
        { ratio: `0.${zeros(37)}` },
        { ratio: `-9.${"9".repeat(37)}` },
        { weight: "0." },
        { weight: `-${"9".repeat(38)}.` },
        { shape: { tag: "Empty", value: {} } },
        { shape: { tag: "Circle", value: "0.10" } },
        { unit: {}, nothing: {}, tags: {} },
        { color: "Blue", tree: { tag: "Node", value: [] } },
      ];
      for (const part of parts) {
        const commands = Article.create(articleOf(seller, part));
        const [article] = (await ledger.submit({ actAs: seller, commands })).created(Article);
        expect(article?.payload).to.deep.equal(articleOf(seller, part));
      }
    });

    it("creates and exercises in one command, exercises by key, and archives", async () => {
      const { ledger, seller, buyer } = await openShop();
      const key = { seller, name: "lamp" };
      const commands = [
        Article.createAndExercise(articleOf(seller), Article.Quote),
        Article.exerciseByKey(key, Article.Sell, { buyer }),
      ];
      const { exerciseResults } = await ledger.submit({ actAs: seller, commands });
      expect(exerciseResults[0]).to.equal("12.5000000000");
      const archives = ledger
        .contracts(Receipt)
        .map((receipt) => receipt.exercise(Receipt.Archive));
      await ledger.submit({ actAs: seller, commands: archives });
      expect(ledger.contracts(Receipt)).to.deep.equal([]);
    });

    it("finds contracts by their fields, whose values may be in any accepted notation", async () => {
      const { ledger, seller } = await openShop();
      const articles = ["1.0", "2.5"].map((price, index) =>
        articleOf(seller, { name: `lamp ${index}`, price, buyer: index === 0 ? null : seller }),
      );
      await ledger.submit({
        actAs: seller,
        commands: articles.map((each) => Article.create(each)),
      });
      const namesWhere = (where: Partial<Article>): readonly string[] =>
        ledger.contracts(Article, { where }).map(({ payload }) => payload.name);
      expect(namesWhere({ price: "2.50" })).to.deep.equal(["lamp 1"]);
      expect(namesWhere({ buyer: undefined })).to.deep.equal(["lamp 0"]);
      expect(namesWhere({ seller })).to.deep.equal(["lamp 0", "lamp 1"]);
      const cheap = ledger.contracts(Article, { where: ({ payload }) => payload.price < "2" });
      expect(cheap).to.have.length(1);
    });

    it("reads contracts through an interface, and exercises its choices on them", async () => {
      const { ledger, seller } = await openShop();
      const made = await ledger.submit({
        actAs: seller,
        commands: Article.create(articleOf(seller)),
      });
      const [owned] = ledger.contracts(Ownable, { as: seller });
      expectTypeOf(owned?.payload).toEqualTypeOf<View | undefined>();
      expect(owned?.payload).to.deep.equal({ owner: seller, label: "lamp" });
      expect(made.created(Ownable)).to.have.length(1);
      const [article] = made.created(Article);
      const commands = article?.exercise(Ownable.Rename, { label: "light" }) ?? [];
      const renamed = await ledger.submit({ actAs: seller, commands });
      expect(renamed.exercised(Ownable.Rename)[0]?.exerciseResult).to.equal("light");
      // An untyped contract accepts generated choices, too.
      const [untyped] = ledger.contracts("#shop:Shop:Article");
      const again = untyped?.exercise(Ownable.Rename, { label: "bulb" });
      expect(again).to.deep.equal(article?.exercise(Ownable.Rename, { label: "bulb" }));
    });

    it("follows updates", async () => {
      const { ledger, seller, buyer } = await openShop();
      const commands = Article.createAndExercise(articleOf(seller), Article.Sell, { buyer });
      await ledger.submit({ actAs: seller, commands });
      for await (const update of ledger.updates({ as: buyer, after: 0 })) {
        if (update.kind !== "transaction") continue;
        expect(update.created(Receipt)[0]?.payload.article).to.equal("lamp");
        expect(update.exercised(Article.Sell)).to.deep.equal([]);
        break;
      }
    });

    it("reads contracts of every version of its package", async () => {
      const { ledger, seller } = await openShop();
      const newer = daml.load(shopDar({ version: "1.1.0", hasNote: true }));
      const both = await createLedger({ daml, packages: [...daml.load(shopDar()), ...newer] });
      const { seller: other } = await loadFixture(both, { steps: [{ party: "seller" }] });
      const { transaction } = await both.submit({
        actAs: other,
        commands: Article.create({ ...articleOf(other), ...{ note: "of 1.1.0" } }),
      });
      const [article] = Article.createdIn(transaction);
      expect(article?.event.templateId).to.equal(`${newer[0]?.packageId}:Shop:Article`);
      expect(article?.payload).to.deep.include({ note: "of 1.1.0", name: "lamp" });
      expect(Article.pinned("abc").reference).to.equal("abc:Shop:Article");
      expect(seller).not.to.equal("");
      expect(ledger.contracts(Article.pinned("abc"))).to.deep.equal([]);
    });
  });

  describe("generated code over HTTP", () => {
    it("builds filters, reads events and sends commands", async () => {
      const http = await HttpLedger.serve({ daml, packages: daml.load(shopDar()) });
      try {
        const [seller, buyer] = [await http.allocate("seller"), await http.allocate("buyer")];
        await http.createUser("sam", { actAs: [seller] });
        const submit = (command: object) =>
          http.submit({ userId: "sam", actAs: [seller], commands: [command] });
        const [article] = Article.createdIn(await submit(Article.create(articleOf(seller))));
        expect(article?.payload).to.deep.equal(articleOf(seller));

        const entries = await http.ask<readonly { contractEntry: ActiveEntry }[]>(
          "sam",
          "POST",
          "/v2/state/active-contracts",
          {
            activeAtOffset: await http.ledgerEnd("sam"),
            eventFormat: {
              filtersByParty: {
                [seller]: {
                  cumulative: [Article.filter({ includeCreatedEventBlob: true }), Ownable.filter()],
                },
              },
              verbose: false,
            },
          },
        );
        const [event] = entries.map(
          ({ contractEntry }) => contractEntry.JsActiveContract.createdEvent,
        );
        if (event === undefined) expect.fail("there is no contract");
        expect(event.createdEventBlob).not.to.equal("");
        expect(Ownable.viewOf(event)).to.deep.equal({ owner: seller, label: "lamp" });
        expect(Article.from(event)?.contractId).to.equal(article?.contractId);
        expect(Receipt.from(event)).to.equal(undefined);
        // A participant returns such an event if only the view was requested.
        expect(Article.from({ ...event, createArgument: null })).to.equal(undefined);
        expect(Ownable.viewOf({ ...event, interfaceViews: null })).to.equal(undefined);

        const contract = Article.contractId(event.contractId);
        const transaction = await submit(contract.exercise(Article.Sell, { buyer }));
        const [sale] = Article.Sell.exercisedIn(transaction);
        expect(sale?.exerciseResult.left).to.equal("6");
        expect(Article.Quote.exercisedIn(transaction)).to.deep.equal([]);
        expect(Receipt.createdIn(transaction)[0]?.contractId).to.equal(
          sale?.exerciseResult.receipt,
        );
      } finally {
        await http.close();
      }
    });
  });
});

interface ActiveEntry {
  readonly JsActiveContract: { readonly createdEvent: CreatedEventJson };
}
