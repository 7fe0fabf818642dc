import type { v3_4, v3_5 } from "@canton-network/core-ledger-client-types";
import { expect, use } from "chai";
import { expectTypeOf } from "expect-type";

import { defineFixture } from "../../fixtures/index.ts";
import { ledgerAssertions, useLedger } from "../../fixtures/testing/index.ts";
import type { CreatedEventJson, TransactionJson } from "../../lib/api.ts";
import { createDamlLoader } from "../../lib/contracts/daml-lf/index.ts";
import type { Command, SubmitRequest } from "../../lib/index.ts";
import { articleOf } from "../support/codegen/articles.ts";
import type { ContractId, Nested, Optional } from "../support/codegen/daml/contracts.ts";
import { Ownable, type View } from "../support/codegen/daml/ownable/Standard.Ownable.ts";
import { Article, Receipt, type Sell } from "../support/codegen/daml/shop/Shop.ts";
import type { Box, Color, Pair, Shape, Tree } from "../support/codegen/daml/shop/Shop.Types.ts";
import { shopDar } from "../support/codegen/shop-package.ts";

use(ledgerAssertions);

type Schemas34 = v3_4.components["schemas"];
type Schemas35 = v3_5.components["schemas"];

const article = articleOf("alice");
const key = { seller: "alice", name: "lamp" };
const one = Article.contractId("00");
const owned = Ownable.contractId("00");
const receipt = Receipt.contractId("00");

describe("generated types", () => {
  it("accept correct code", () => {
    // Commands are assignable to every type that accepts a command.
    expectTypeOf(Article.create(article)).toExtend<Command>();
    expectTypeOf(Article.create(article)).toExtend<SubmitRequest["commands"]>();
    expectTypeOf(Article.create(article)).toExtend<Schemas34["Command"]>();
    expectTypeOf(Article.create(article)).toExtend<Schemas35["Command"]>();
    const exercise = one.exercise(Article.Sell, { buyer: "bob" });
    expectTypeOf(exercise).toExtend<Command>();
    expectTypeOf(exercise).toExtend<Schemas34["Command"]>();
    expectTypeOf(exercise).toExtend<Schemas35["Command"]>();
    const byKey = Article.exerciseByKey(key, Article.Sell, { buyer: "bob" });
    expectTypeOf(byKey).toExtend<Schemas34["Command"]>();
    expectTypeOf(byKey).toExtend<Schemas35["Command"]>();
    const both = Article.createAndExercise(article, Article.Sell, { buyer: "bob" });
    expectTypeOf(both).toExtend<Schemas34["Command"]>();
    expectTypeOf(both).toExtend<Schemas35["Command"]>();
    // Filters.
    expectTypeOf(Article.filter()).toExtend<Schemas34["CumulativeFilter"]>();
    expectTypeOf(Article.filter()).toExtend<Schemas35["CumulativeFilter"]>();
    expectTypeOf(Ownable.filter()).toExtend<Schemas34["CumulativeFilter"]>();
    expectTypeOf(Ownable.filter()).toExtend<Schemas35["CumulativeFilter"]>();
    // Events of every source can be read.
    expectTypeOf<CreatedEventJson>().toExtend<Parameters<typeof Article.from>[0]>();
    expectTypeOf<Schemas34["CreatedEvent"]>().toExtend<Parameters<typeof Article.from>[0]>();
    expectTypeOf<Schemas35["CreatedEvent"]>().toExtend<Parameters<typeof Article.from>[0]>();
    expectTypeOf<TransactionJson>().toExtend<Parameters<typeof Article.createdIn>[0]>();
    expectTypeOf<Schemas34["JsTransaction"]>().toExtend<Parameters<typeof Article.createdIn>[0]>();
    expectTypeOf<Schemas35["JsTransaction"]>().toExtend<Parameters<typeof Article.createdIn>[0]>();
    expectTypeOf<Schemas35["ExercisedEvent"]>().toExtend<Parameters<typeof Article.Sell.from>[0]>();
    // A template's contract ids are assignable to those of its interfaces and to the general type.
    expectTypeOf<Article.Id>().toExtend<Ownable.Id>();
    expectTypeOf<Article.Id>().toExtend<ContractId>();
    expectTypeOf<Article.Id>().toExtend<string>();
    one.exercise(Ownable.Rename, { label: "light" });
    one.exercise(Article.Quote);
    one.exercise(Article.Quote, {});
    one.exercise(Article.Archive);
    owned.exercise(Ownable.Archive);
    // Optional fields may be omitted, null or undefined.
    Article.create({ ...article, buyer: null });
    Article.create({ ...article, buyer: undefined });
    Article.create({ ...article, nested: [] });
    Article.create({ ...article, nested: [[]] });
    // A type argument does not count as nested.
    Article.create({ ...article, plainBox: { label: "", deep: [] } });
    Article.create({ ...article, optionalBox: { label: "", content: null, deep: [[null]] } });
    expectTypeOf<Box<Optional<string>>["content"]>().toEqualTypeOf<Optional<string>>();
    expectTypeOf<Box<Optional<string>>["deep"]>().toEqualTypeOf<Nested<Nested<Optional<string>>>>();
    expectTypeOf<Optional<string>>().toEqualTypeOf<string | null | undefined>();
    expectTypeOf<Color>().toEqualTypeOf<"Red" | "Green" | "Blue">();
    expectTypeOf<Shape["tag"]>().toEqualTypeOf<"Circle" | "Square" | "Empty">();
    expectTypeOf<Pair<string, Optional<string>>["second"]>().toEqualTypeOf<Optional<string>>();
    const tree: Tree<string> = { tag: "Node", value: [{ tag: "Leaf", value: "a" }] };
    expectTypeOf(tree.value).toEqualTypeOf<readonly Tree<string>[]>();
    expectTypeOf<ReturnType<typeof Ownable.viewOf>>().toEqualTypeOf<View | undefined>();
    expectTypeOf(Article.pinned("abc")).toEqualTypeOf(Article);
  });

  it("reject wrong code", () => {
    // Code that does not compile has no types.
    /* eslint-disable @typescript-eslint/no-unsafe-call */
    const wrong = (): void => {
      // @ts-expect-error -- a number is not a Numeric
      Article.create({ ...article, price: 12.5 });
      // @ts-expect-error -- a bigint is not an Int64
      Article.create({ ...article, stock: 7n });
      // @ts-expect-error -- the other fields are missing
      Article.create({ seller: "alice" });
      // @ts-expect-error -- there is no such field
      Article.create({ ...article, prize: "1" });
      // @ts-expect-error -- there is no such constructor
      Article.create({ ...article, color: "Pink" });
      // @ts-expect-error -- there is no such tag
      Article.create({ ...article, shape: { tag: "Oval", value: {} } });
      // @ts-expect-error -- the value belongs to another tag
      Article.create({ ...article, shape: { tag: "Circle", value: { width: "1", height: "1" } } });
      // @ts-expect-error -- null is not a nested Optional
      Article.create({ ...article, nested: null });
      // @ts-expect-error -- the plain value is not a nested Optional
      Article.create({ ...article, nested: ["inner"] });
      // @ts-expect-error -- an Optional of a type parameter is not a nested Optional
      Article.create({ ...article, optionalBox: { label: "", content: ["inner"], deep: [] } });
      // @ts-expect-error -- a map with other keys than texts is an array of pairs
      Article.create({ ...article, places: { "1": [] } });
      // @ts-expect-error -- the unit has no fields
      Article.create({ ...article, unit: { a: 1 } });
      // @ts-expect-error -- a record without fields has no fields
      Article.create({ ...article, nothing: { a: 1 } });
      // @ts-expect-error -- an argument with required fields cannot be omitted
      one.exercise(Article.Sell);
      // @ts-expect-error -- the buyer is missing
      one.exercise(Article.Sell, {});
      // @ts-expect-error -- an argument of another choice
      one.exercise(Article.Sell, { label: "light" });
      // @ts-expect-error -- a choice of another template
      receipt.exercise(Article.Sell, { buyer: "bob" });
      // @ts-expect-error -- an interface has no choices of its templates
      owned.exercise(Article.Sell, { buyer: "bob" });
      // @ts-expect-error -- a template that does not implement it
      receipt.exercise(Ownable.Rename, { label: "light" });
      // @ts-expect-error -- a choice of another template
      Article.createAndExercise(article, Receipt.Archive);
      // @ts-expect-error -- a template without key
      Receipt.exerciseByKey({}, Receipt.Archive);
      // @ts-expect-error -- the key has other fields
      Article.exerciseByKey({ seller: "alice" }, Article.Archive);
      // @ts-expect-error -- an interface creates nothing
      Ownable.create({ owner: "alice", label: "lamp" });
      // @ts-expect-error -- a string is not a contract id
      const text: Article.Id = "00";
      // @ts-expect-error -- an id of an interface is not an id of its templates
      const ofInterface: Article.Id = owned.contractId;
      // @ts-expect-error -- an id of another template is not assignable
      const other: Article.Id = receipt.contractId;
      // @ts-expect-error -- the fields are readonly
      article.price = "1";
      // @ts-expect-error -- a choice without argument accepts none
      one.exercise(Article.Quote, { buyer: "bob" });
      const nested: Nested<string> = [];
      [text, ofInterface, other, nested];
    };
    expect(wrong).to.be.a("function");
  });
});

const daml = createDamlLoader();
const shop = useLedger(
  defineFixture({
    steps: [
      { parties: ["seller", "buyer"] },
      (the) => ({
        submit: {
          as: "seller",
          commands: [Article.create(articleOf(the("seller")))],
          id: "lamp",
        },
      }),
      {
        submit: {
          as: "seller",
          commands: [Article.contractId("${lamp}").exercise(Ownable.Rename, { label: "light" })],
        },
      },
    ],
  }),
  { daml, packages: daml.load(shopDar()) },
);

describe("generated constants with the test kit", () => {
  it(
    "work in fixtures and matchers",
    shop(async ({ ledger, names, parties: { seller, buyer } }) => {
      const lamp = Article.contractId(names.lamp);
      expect(ledger.contracts(Article)[0]?.contractId).to.equal(lamp.contractId);
      const sold = await ledger.submit({
        actAs: seller,
        commands: lamp.exercise(Article.Sell, { buyer } satisfies Sell),
      });
      expect(sold).toHaveCreated(Receipt, { buyer, article: "lamp" });
      expect(sold).not.toHaveCreated(Receipt, { buyer: seller });
      expect(sold).not.toHaveCreated(Article);
      expect(sold).toHaveArchived(Article, { price: "12.50", buyer: null });
      expect(sold).toHaveArchived(Ownable, { label: "lamp" });
      expect(sold).toHaveArchived(lamp);
      expect(ledger).toMatchLedger([Receipt.create({ seller, buyer, article: "lamp" })], {
        of: [Receipt, Article],
      });
      expect(() => {
        expect(sold).toHaveCreated(Receipt, { article: "light" });
      }).to.throw(/article/u);
    }),
  );
});
