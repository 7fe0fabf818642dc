import { iouPackage } from "../../iou-package.ts";
import type { BrokenRequest, Corpus, ExpectedExplanation } from "../broken-request.ts";
import { brokenGets, brokenPosts } from "../broken-requests.ts";
import {
  activeContracts,
  filters,
  iou,
  type Json,
  paths,
  transactionFormat,
  updates,
} from "../valid.ts";

type More = Omit<ExpectedExplanation, "status" | "at">;

const iouId = "#iou:Iou:Iou";
const holdingId = "#iou:Iou:Holding";
const noContract = `00${"ab".repeat(32)}`;
const noUpdate = `1220${"cd".repeat(32)}`;

/** Incorrect requests for active contracts, updates, completions and look-ups. */
export const reading: Corpus = (world) => {
  const { alice, bob, contractId, offset, updateId } = world;
  const format = { includeTransactions: transactionFormat(world) };

  const active = brokenPosts("ann", paths.activeContracts);
  const at = (mistake: string, activeAtOffset: unknown, status: number, more: More = {}) =>
    active(mistake, activeContracts(world, { activeAtOffset }), status, "/activeAtOffset", more);
  const lookedAt = (mistake: string, parts: Json, pointer: string, more: More = {}, status = 400) =>
    active(mistake, activeContracts(world, parts), status, pointer, more);
  const party = `/eventFormat/filtersByParty/${alice}`;
  const filtered = (mistake: string, filter: unknown, pointer: string, more: More = {}) =>
    lookedAt(
      mistake,
      { eventFormat: { filtersByParty: { [alice]: filter } } },
      `${party}${pointer}`,
      more,
    );
  const one = (
    mistake: string,
    identifierFilter: unknown,
    pointer: string,
    more: More = {},
    status = 400,
  ): BrokenRequest =>
    lookedAt(
      mistake,
      { eventFormat: filters(alice, { identifierFilter }) },
      `${party}/cumulative/0/identifierFilter${pointer}`,
      more,
      status,
    );
  const template = (mistake: string, templateId: unknown, status: number, more: More) =>
    one(
      mistake,
      { TemplateFilter: { value: { templateId } } },
      "/TemplateFilter/value/templateId",
      more,
      status,
    );
  const byInterface = (mistake: string, interfaceId: unknown, status: number, more: More) =>
    one(
      mistake,
      { InterfaceFilter: { value: { interfaceId, includeInterfaceView: true } } },
      "/InterfaceFilter/value/interfaceId",
      more,
      status,
    );

  const update = brokenPosts("ann", paths.updates);
  const readUpdates = (
    mistake: string,
    parts: Json,
    pointer: string,
    more: More = {},
    status = 400,
  ) => update(mistake, updates(world, parts), status, pointer, more);
  const byId = brokenPosts("ann", "/v2/updates/update-by-id");
  const byOffset = brokenPosts("ann", "/v2/updates/update-by-offset");
  const events = brokenPosts("ann", "/v2/events/events-by-contract-id");
  const contract = brokenPosts("ann", "/v2/contracts/contract-by-id");
  const completions = brokenPosts("ann", paths.completions);
  const watching = brokenPosts("watcher", paths.activeContracts);

  return [
    // Offset
    at("forgets the offset", undefined, 400, { says: /ledger-end/ }),
    at("sends null as the offset", null, 400, { says: /whole number|ledger-end/ }),
    at("writes a word for the ledger end", "end", 400, { says: /whole number/ }),
    at("leaves the offset empty", "", 400, { says: /whole number/ }),
    at("sends an offset of former versions", "00000000000000000a", 400, { says: /whole number/ }),
    at("sends a fraction as the offset", 1.5, 400, { says: /whole number/ }),
    at("sends a negative offset", -1, 400, { says: /0|ledger-end/ }),
    at("sends an offset after the ledger end", 1_000_000, 400, {
      says: new RegExp(`${offset}, the ledger end`),
    }),
    at("sends the ledger-end response as the offset", { offset }, 400, { says: /whole number/ }),
    at("reads the contracts at offset 0", 0, 200, { says: /ledger-end/ }),
    ...["offset", "activeAt", "active_at_offset", "activeatOffset", "atOffset"].map((name) =>
      lookedAt(
        `names the offset ${name}`,
        { activeAtOffset: undefined, [name]: offset },
        "/activeAtOffset",
        { nearest: "activeAtOffset", says: new RegExp(name) },
      ),
    ),
    // Parties
    lookedAt("omits the event format", { eventFormat: undefined }, "/eventFormat", {
      says: /filtersByParty/,
    }),
    lookedAt("leaves the format empty", { eventFormat: {} }, "/eventFormat", {
      says: /filtersByParty/,
    }),
    lookedAt(
      "sends filters for no party",
      { eventFormat: { filtersByParty: {} } },
      "/eventFormat",
      {
        says: /filtersByParty/,
      },
    ),
    lookedAt(
      "filters in the old and the new way",
      { filter: filters(alice), verbose: false },
      "/filter",
      { says: /eventFormat/ },
    ),
    ...["eventformat", "event_format", "eventFilter", "format"].map((name) =>
      lookedAt(
        `names the format ${name}`,
        { eventFormat: undefined, [name]: filters(alice) },
        "/eventFormat",
        { nearest: "eventFormat", says: new RegExp(name) },
      ),
    ),
    ...["filtersByparty", "filters_by_party", "filterByParty", "filtersByParties"].map((name) =>
      lookedAt(
        `names the filters ${name}`,
        { eventFormat: { [name]: { [alice]: {} } } },
        "/eventFormat/filtersByParty",
        { nearest: "filtersByParty", says: new RegExp(name) },
      ),
    ),
    lookedAt(
      "lists parties",
      { eventFormat: { filtersByParty: [alice] } },
      "/eventFormat/filtersByParty",
      { says: /as keys/ },
    ),
    lookedAt(
      "gives one party as text",
      { eventFormat: { filtersByParty: alice } },
      "/eventFormat/filtersByParty",
      { says: /as keys/ },
    ),
    lookedAt("gives the format as a party", { eventFormat: alice }, "/eventFormat", {
      says: /filtersByParty/,
    }),
    lookedAt(
      "filters by the hint of a party",
      { eventFormat: filters("alice") },
      "/eventFormat/filtersByParty/alice",
      { nearest: alice },
      403,
    ),
    lookedAt(
      "filters by its user",
      { eventFormat: filters("ann") },
      "/eventFormat/filtersByParty/ann",
      { says: /user/ },
      403,
    ),
    watching(
      "finds nothing of a party by its hint",
      activeContracts(world, { eventFormat: filters("alice") }),
      200,
      "/eventFormat/filtersByParty/alice",
      { nearest: alice },
    ),
    watching(
      "filters by a party of an earlier ledger",
      activeContracts(world, { eventFormat: filters(`alice::1220${"ef".repeat(32)}`) }),
      200,
      `/eventFormat/filtersByParty/alice::1220${"ef".repeat(32)}`,
      { nearest: alice, says: /earlier ledger/ },
    ),
    watching(
      "finds nothing of a party that was never allocated",
      activeContracts(world, { eventFormat: filters("zoe") }),
      200,
      "/eventFormat/filtersByParty/zoe",
      { says: /POST \/v2\/parties/ },
    ),
    watching(
      "finds nothing of a misspelt party",
      activeContracts(world, { eventFormat: filters(alice.replace("alice", "alcie")) }),
      200,
      `/eventFormat/filtersByParty/${alice.replace("alice", "alcie")}`,
      { nearest: alice },
    ),
    watching(
      "writes a star for all parties",
      activeContracts(world, { eventFormat: { filtersByParty: { "*": {} } } }),
      400,
      "/eventFormat/filtersByParty/*",
      { says: /filtersForAnyParty/ },
    ),
    lookedAt(
      "sends true for the filters of any party",
      { eventFormat: { filtersForAnyParty: true } },
      "/eventFormat/filtersForAnyParty",
      { says: /object/ },
    ),
    lookedAt(
      "writes verbose as a text",
      { eventFormat: { ...filters(alice), verbose: "true" } },
      "/eventFormat/verbose",
      { says: /true or false/ },
    ),
    // Filters
    filtered("filters a party by true", true, "", { says: /object/ }),
    filtered("filters a party by a list", [{ identifierFilter: {} }], "", { says: /object/ }),
    filtered("filters a party by a template", iouId, "", { says: /object/ }),
    filtered(
      "forgets that filters are a list",
      { cumulative: { identifierFilter: { WildcardFilter: { value: {} } } } },
      "/cumulative",
      { says: /array|list/ },
    ),
    filtered(
      "filters by a template id without the record around it",
      { cumulative: [iouId] },
      "/cumulative/0",
      {
        says: /object/,
      },
    ),
    lookedAt(
      "omits identifierFilter",
      { eventFormat: filters(alice, { TemplateFilter: { value: { templateId: iouId } } }) },
      `${party}/cumulative/0/TemplateFilter`,
      { says: /identifierFilter/ },
      200,
    ),
    lookedAt(
      "omits cumulative",
      {
        eventFormat: {
          filtersByParty: {
            [alice]: { identifierFilter: { TemplateFilter: { value: { templateId: iouId } } } },
          },
        },
      },
      `${party}/identifierFilter`,
      { says: /cumulative/ },
      200,
    ),
    lookedAt(
      "filters by template ids in the form of earlier versions",
      { eventFormat: { filtersByParty: { [alice]: { templateIds: [iouId] } } } },
      `${party}/templateIds`,
      { says: /cumulative/ },
      200,
    ),
    lookedAt(
      "filters by `inclusive`, as earlier versions did",
      { eventFormat: { filtersByParty: { [alice]: { inclusive: { templateIds: [iouId] } } } } },
      `${party}/inclusive`,
      { says: /cumulative/ },
      200,
    ),
    lookedAt(
      "misspells cumulative",
      { eventFormat: { filtersByParty: { [alice]: { cumulativ: [] } } } },
      `${party}/cumulativ`,
      { nearest: "cumulative" },
      200,
    ),
    ...(
      [
        ["templateFilter", "TemplateFilter"],
        ["template", "TemplateFilter"],
        ["TemplateFilters", "TemplateFilter"],
        ["template_filter", "TemplateFilter"],
        ["interfaceFilter", "InterfaceFilter"],
        ["Interface", "InterfaceFilter"],
        ["wildcardFilter", "WildcardFilter"],
        ["Wildcard", "WildcardFilter"],
      ] as const
    ).map(([name, meant]) =>
      one(`names a filter ${name}`, { [name]: { value: { templateId: iouId } } }, "", {
        nearest: meant,
      }),
    ),
    one("filters by nothing", {}, "", { says: /TemplateFilter/ }),
    one("sends a filter as a text", iouId, "", { says: /TemplateFilter/ }),
    one(
      "forgets value in a filter",
      { TemplateFilter: { templateId: iouId } },
      "/TemplateFilter/value",
      { says: /value/ },
    ),
    one("forgets value in a wildcard", { WildcardFilter: {} }, "/WildcardFilter/value", {
      says: /value/,
    }),
    one(
      "forgets value in a filter by interface",
      { InterfaceFilter: { interfaceId: holdingId } },
      "/InterfaceFilter/value",
      { says: /value/ },
    ),
    one(
      "gives the template as the value",
      { TemplateFilter: { value: iouId } },
      "/TemplateFilter/value",
      { says: /object/ },
    ),
    one(
      "forgets the template in a filter",
      { TemplateFilter: { value: {} } },
      "/TemplateFilter/value/templateId",
      { says: /#<package name>:<Module>:/ },
    ),
    ...["template", "templateID", "template_id"].map((name) =>
      one(
        `names the template ${name} in a filter`,
        { TemplateFilter: { value: { [name]: iouId } } },
        "/TemplateFilter/value/templateId",
        { nearest: "templateId", says: new RegExp(name) },
      ),
    ),
    one(
      "filters by several templates at once",
      { TemplateFilter: { value: { templateIds: [iouId] } } },
      "/TemplateFilter/value/templateId",
      { nearest: "templateId" },
    ),
    one(
      "writes includeCreatedEventBlob as text",
      { WildcardFilter: { value: { includeCreatedEventBlob: "yes" } } },
      "/WildcardFilter/value/includeCreatedEventBlob",
      { says: /true or false/ },
    ),
    template("misspells a template in a filter", "#iou:Iou:Iuo", 404, { nearest: iouId }),
    template("misspells a module in a filter", "#iou:Iu:Iou", 404, { nearest: iouId }),
    template("misspells a package in a filter", "#iuo:Iou:Iou", 404, { nearest: iouId }),
    template("omits # in a filter", "iou:Iou:Iou", 400, { nearest: iouId }),
    template("filters by the entity only", "Iou", 400, { nearest: iouId }),
    template("filters by module and entity", "Iou:Iou", 400, { nearest: iouId }),
    template("puts a version into a filter", "#iou-1.0.0:Iou:Iou", 400, { nearest: iouId }),
    template("puts # before a package id in a filter", `#${iouPackage.packageId}:Iou:Iou`, 404, {
      says: /not before a package id/,
    }),
    template("filters by a package id of another ledger", `${"ab".repeat(32)}:Iou:Iou`, 400, {
      nearest: iouId,
    }),
    template("filters by package id", `${iouPackage.packageId}:Iou:Iou`, 400, { nearest: iouId }),
    template("filters by a pattern", "#iou:Iou:*", 400, { says: /WildcardFilter|template/ }),
    template("filters by a template object", { packageId: "iou", entityName: "Iou" }, 400, {
      says: /#<package name>:<Module>:/,
    }),
    template("filters by a template as null", null, 400, { says: /#<package name>:<Module>:/ }),
    template("names an interface in place of a template", holdingId, 404, {
      says: /InterfaceFilter/,
    }),
    byInterface("takes a template for an interface", iouId, 404, { says: /TemplateFilter/ }),
    byInterface("misspells an interface", "#iou:Iou:Holdng", 404, { nearest: holdingId }),
    byInterface("names an interface by its entity", "Holding", 400, { nearest: holdingId }),
    // Other endpoints
    active(
      "queries as in version 1",
      { templateIds: [iouId], query: { owner: alice } },
      400,
      "/activeAtOffset",
      { says: /ledger-end/ },
    ),
    lookedAt("limits in the body", { limit: 10 }, "/limit", { says: /query parameter/ }, 200),
    lookedAt(
      "filters by fields of contracts",
      { query: { owner: alice } },
      "/query",
      { says: /was ignored/ },
      200,
    ),
    // Updates

    readUpdates("begins at null", { beginExclusive: null }, "/beginExclusive", {
      says: /whole number/,
    }),
    readUpdates("begins at a word", { beginExclusive: "begin" }, "/beginExclusive", {
      says: /whole number/,
    }),
    readUpdates("begins before the beginning", { beginExclusive: -1 }, "/beginExclusive", {
      says: /0/,
    }),
    readUpdates(
      "begins beyond the end",
      { beginExclusive: 1_000_000, endInclusive: undefined },
      "/beginExclusive",
      { says: /ledger end/ },
    ),
    readUpdates("ends beyond the end", { endInclusive: 1_000_000 }, "/endInclusive", {
      says: /ledger end/,
    }),
    readUpdates("ends before it begins", { beginExclusive: 3, endInclusive: 1 }, "/endInclusive", {
      says: /beginExclusive|before/i,
    }),
    readUpdates("ends at a word", { endInclusive: "end" }, "/endInclusive", {
      says: /whole number/,
    }),
    readUpdates(
      "reads in descending order without an end",
      { endInclusive: undefined, descendingOrder: true },
      "/endInclusive",
      { says: /endInclusive/ },
    ),
    readUpdates("writes descendingOrder as text", { descendingOrder: "true" }, "/descendingOrder", {
      says: /true or false/,
    }),
    ...["begin", "offset", "beginOffset", "begin_exclusive"].map((name) =>
      readUpdates(
        `names the beginning ${name}`,
        { beginExclusive: undefined, [name]: 0 },
        `/${name}`,
        { nearest: "beginExclusive", says: new RegExp(name) },
        200,
      ),
    ),
    readUpdates(
      "misspells the end of updates",
      { endInclusive: undefined, endinclusive: offset },
      "/endinclusive",
      { nearest: "endInclusive" },
      200,
    ),
    readUpdates("forgets which updates", { updateFormat: undefined }, "/updateFormat", {
      says: /includeTransactions/,
    }),
    readUpdates(
      "asks for no kind of update",
      { updateFormat: {} },
      "/updateFormat",
      { says: /includeTransactions/ },
      200,
    ),
    readUpdates(
      "writes the format of events for that of updates",
      { updateFormat: filters(alice) },
      "/updateFormat/filtersByParty",
      { says: /includeTransactions/ },
      200,
    ),
    readUpdates(
      "gives an event format instead",
      { updateFormat: undefined, eventFormat: filters(alice) },
      "/updateFormat",
      { says: /updateFormat/ },
    ),
    readUpdates(
      "gives a transaction format instead",
      { updateFormat: undefined, transactionFormat: transactionFormat(world) },
      "/updateFormat",
      { says: /includeTransactions/ },
    ),
    readUpdates(
      "includes transactions by true",
      { updateFormat: { includeTransactions: true } },
      "/updateFormat/includeTransactions",
      { says: /object/ },
    ),
    readUpdates(
      "forgets the shape of updates",
      { updateFormat: { includeTransactions: { eventFormat: filters(alice) } } },
      "/updateFormat/includeTransactions/transactionShape",
      { says: /TRANSACTION_SHAPE_ACS_DELTA/ },
    ),
    readUpdates(
      "omits the parties of transactions",
      {
        updateFormat: {
          includeTransactions: { transactionShape: "TRANSACTION_SHAPE_ACS_DELTA" },
        },
      },
      "/updateFormat/includeTransactions/eventFormat",
      { says: /filtersByParty/ },
    ),
    readUpdates(
      "includes reassignments by true",
      { updateFormat: { ...format, includeReassignments: true } },
      "/updateFormat/includeReassignments",
      { says: /object/ },
    ),
    readUpdates(
      "misspells a kind of update",
      { updateFormat: { includeTransaction: transactionFormat(world) } },
      "/updateFormat/includeTransaction",
      { nearest: "includeTransactions" },
      200,
    ),
    byId("asks for no kind of update by id", { updateId, updateFormat: {} }, 404, "/updateFormat", {
      says: /includeTransactions/,
    }),
    readUpdates(
      "sends the old and the new fields for updates",
      { filter: filters(alice), verbose: false },
      "/filter",
      { says: /updateFormat/ },
    ),
    readUpdates(
      "misspells a template among updates",
      {
        updateFormat: {
          includeTransactions: transactionFormat(world, {
            eventFormat: filters(alice, {
              identifierFilter: { TemplateFilter: { value: { templateId: "#iou:Iou:IOU" } } },
            }),
          }),
        },
      },
      `/updateFormat/includeTransactions/eventFormat/filtersByParty/${alice}/cumulative/0/identifierFilter/TemplateFilter/value/templateId`,
      { nearest: iouId },
      404,
    ),
    brokenPosts("watcher", paths.updates)(
      "reads the updates of a party by its hint",
      updates(world, {
        updateFormat: {
          includeTransactions: transactionFormat(world, { eventFormat: filters("bob") }),
        },
      }),
      200,
      "/updateFormat/includeTransactions/eventFormat/filtersByParty/bob",
      { nearest: bob },
    ),
    // One update
    byId("forgets the update", { updateFormat: format }, 400, "/updateId", {
      says: /submit-and-wait/,
    }),
    byId("forgets the format of an update", { updateId }, 400, "/updateFormat", {
      says: /includeTransactions/,
    }),
    byId(
      "asks for an unknown update",
      { updateId: noUpdate, updateFormat: format },
      404,
      "/updateId",
      {
        says: /id/,
      },
    ),
    byId(
      "asks for an update by a word",
      { updateId: "last", updateFormat: format },
      400,
      "/updateId",
      {
        says: /hex|id of an update/,
      },
    ),
    byId(
      "asks for an update by its offset",
      { updateId: offset, updateFormat: format },
      400,
      "/updateId",
      {
        says: /string/,
      },
    ),
    ...["transactionId", "id", "update_id", "updateID"].map((name) =>
      byId(
        `names the update ${name}`,
        { [name]: updateId, updateFormat: format },
        400,
        "/updateId",
        {
          nearest: "updateId",
          says: new RegExp(name),
        },
      ),
    ),
    byOffset("forgets the offset of an update", { updateFormat: format }, 400, "/offset", {
      says: /offset/,
    }),
    byOffset("asks for the update at 0", { offset: 0, updateFormat: format }, 400, "/offset", {
      says: /1/,
    }),
    byOffset(
      "asks for the update at an offset after the ledger end",
      { offset: 1_000_000, updateFormat: format },
      404,
      "/offset",
      { says: /offset/ },
    ),
    byOffset(
      "asks for an update at a text",
      { offset: "last", updateFormat: format },
      400,
      "/offset",
      { says: /whole number/ },
    ),
    brokenPosts("ann", "/v2/updates/transaction-by-id")(
      "asks for a transaction without parties",
      { updateId },
      400,
      "/transactionFormat",
      { says: /transactionFormat/ },
    ),
    brokenGets("watcher")(
      "asks for a tree by a party's hint",
      ["GET", `/v2/updates/transaction-tree-by-id/${updateId}?parties=alice`],
      404,
      "query parameter parties",
      { nearest: alice },
    ),
    brokenGets("ann")(
      "asks for a tree by offset with the hint of a party",
      ["GET", `/v2/updates/transaction-tree-by-offset/${offset}?parties=alice`],
      403,
      "query parameter parties",
      { nearest: alice },
    ),
    // Events and contracts
    events("forgets the contract", { eventFormat: filters(alice) }, 400, "/contractId", {
      says: /event that created|contract id/,
    }),
    events("omits the parties of events", { contractId }, 400, "/eventFormat", {
      says: /filtersByParty/,
    }),
    events(
      "names parties with the field of earlier versions",
      { contractId, requestingParties: [alice] },
      400,
      "/eventFormat",
      { says: /filtersByParty/ },
    ),
    events(
      "asks for events of an unknown contract",
      { contractId: noContract, eventFormat: filters(alice) },
      404,
      "/contractId",
      { says: /id/ },
    ),
    events(
      "asks for events of a contract by a word",
      { contractId: "my-iou", eventFormat: filters(alice) },
      400,
      "/contractId",
      { says: /contract/ },
    ),
    events(
      "writes cid for contractId",
      { cid: contractId, eventFormat: filters(alice) },
      400,
      "/contractId",
      { nearest: "contractId" },
    ),
    contract("asks for no contract", { queryingParties: [alice] }, 400, "/contractId", {
      says: /event that created|contract id/,
    }),
    contract(
      "misspells the contract id",
      { contractID: contractId, queryingParties: [alice] },
      400,
      "/contractId",
      { nearest: "contractId" },
    ),
    contract(
      "asks for an unknown contract",
      { contractId: noContract, queryingParties: [alice] },
      404,
      "/contractId",
      { says: /id/ },
    ),
    contract(
      "asks for a contract of other parties",
      { contractId: world.hiddenId, queryingParties: [alice] },
      404,
      "/contractId",
      { says: /id/, hides: /carol/ },
    ),
    contract(
      "asks for a contract by its payload",
      { contractId: iou(world), queryingParties: [alice] },
      400,
      "/contractId",
      { says: /string/ },
    ),
    contract(
      "asks for a contract as one party without a list",
      { contractId, queryingParties: alice },
      400,
      "/queryingParties",
      { says: /array|list/ },
    ),
    // Completions
    completions("asks for completions without parties", { beginExclusive: 0 }, 400, "/parties", {
      says: /full party ids/,
    }),
    completions(
      "asks for completions of one party without a list",
      { parties: alice, beginExclusive: 0 },
      400,
      "/parties",
      { says: /array|list/ },
    ),
    ...["party", "actAs", "Parties"].map((name) =>
      completions(
        `names the parties of completions ${name}`,
        { [name]: [alice], beginExclusive: 0 },
        400,
        "/parties",
        { nearest: "parties", says: new RegExp(name) },
      ),
    ),
    completions(
      "asks for completions from an offset after the ledger end",
      { parties: [alice], beginExclusive: 1_000_000 },
      400,
      "/beginExclusive",
      { says: /ledger end/ },
    ),
    completions(
      "asks for completions from a negative offset",
      { parties: [alice], beginExclusive: -5 },
      400,
      "/beginExclusive",
      { says: /0/ },
    ),
    completions(
      "names the user with the field of earlier versions",
      { applicationId: "ann", parties: [alice], beginExclusive: 0 },
      200,
      "/applicationId",
      { nearest: "userId" },
    ),
  ];
};
