import { useMemo } from "preact/hooks";

import type { CoinHistoryRecordJson } from "../../../../../lib/history.ts";
import { createViewUrl } from "../../base/address.ts";
import { callLedgerApi } from "../../base/client.ts";
import { ledgerContentChangeCount } from "../../base/ledger.ts";
import { type ListPage, usePagedList } from "../../base/paging.ts";
import { useStableListEnd } from "../../base/stable-list-end.ts";
import { ViewFrame } from "../../parts/layout.tsx";
import { truncateText } from "../../parts/long-text.tsx";
import { ContractLink, PartyLink, Time } from "../../parts/names.tsx";
import { EmptyListPlaceholder, ErrorNotice, Loading } from "../../parts/notices.tsx";
import { ShowNewer } from "../../parts/show-newer.tsx";
import { Cell, ColumnHeader, VirtualizedTable } from "../../parts/virtualized-table.tsx";

const columnWidths = "150px 64px 130px minmax(180px, 3fr) minmax(120px, 1fr)";

/** Coin history, which is public, as on the network. */
const Coin = () => {
  const steady = useStableListEnd();
  const version = `${steady.present}/${ledgerContentChangeCount.value}`;
  const { rows, error, isAsking, more } = usePagedList("coin", version, fetchTransactions);
  // A transfer that was aborted shows its offer, which may be on a later page.
  const cells = useMemo(() => createCells(collectOffers(rows)), [rows]);
  return (
    <ViewFrame
      isFilling
      title="Coin history"
      about="Transfers, mints, taps and aborted transfers of the coin, newest first. They are public."
      actions={
        <>
          <ShowNewer of={steady}>New transactions</ShowNewer>
          <a class="quiet" href={createViewUrl("/holdings")}>
            View balances
          </a>
        </>
      }
    >
      {error !== undefined && <ErrorNotice error={error} />}
      <VirtualizedTable
        label="Coin transactions"
        rows={rows}
        keyOf={(each) => each.event_id}
        columns={columnWidths}
        more={more}
        atTop={steady.setTop}
        head={
          <>
            <ColumnHeader>Time</ColumnHeader>
            <ColumnHeader kind="number">Round</ColumnHeader>
            <ColumnHeader>Kind</ColumnHeader>
            <ColumnHeader>Parties and amount</ColumnHeader>
            <ColumnHeader>Reason</ColumnHeader>
          </>
        }
        empty={
          isAsking ? (
            <Loading what="the history" />
          ) : error !== undefined ? null : (
            <EmptyListPlaceholder icon="coin" title="No coin transactions yet">
              <p class="soft">The demo data has a coin. For your own, define a history.</p>
            </EmptyListPlaceholder>
          )
        }
      >
        {cells}
      </VirtualizedTable>
    </ViewFrame>
  );
};

export default Coin;

const createCells = (offers: OffersByContractId) => (each: CoinHistoryRecordJson) => (
  <>
    <Cell kind="rest">
      <Time iso={each.date} />
    </Cell>
    <Cell kind="number mono">{each.round ?? ""}</Cell>
    <Cell kind="side">{formatTransactionKind(each)}</Cell>
    <Cell kind="lead">
      <TransactionParties transaction={each} offers={offers} />
    </Cell>
    <Cell kind="more soft">
      <bdi>{truncateText(formatReason(each), 160)}</bdi>
    </Cell>
  </>
);

const formatTransactionKind = (each: CoinHistoryRecordJson): string => {
  if ("transfer" in each) {
    return each.transfer.transferInstructionReceiver === undefined ? "transfer" : "offer";
  }
  if ("mint" in each) return "mint";
  return "tap" in each ? "tap" : "aborted transfer";
};

const formatReason = (each: CoinHistoryRecordJson): string => {
  if ("transfer" in each) return each.transfer.description ?? "";
  if (!("abort_transfer_instruction" in each)) return "";
  return each.abort_transfer_instruction.abort_kind ?? "aborted";
};

type HistoryTransfer = Extract<CoinHistoryRecordJson, { transfer: unknown }>["transfer"];

/** Transfer offers by the contract that awaits acceptance. */
type OffersByContractId = ReadonlyMap<string, HistoryTransfer>;

const collectOffers = (history: readonly CoinHistoryRecordJson[]): OffersByContractId =>
  new Map(
    history.flatMap((each) => {
      const id = "transfer" in each ? each.transfer.transferInstructionCid : undefined;
      return id === undefined || !("transfer" in each) ? [] : [[id, each.transfer]];
    }),
  );

interface TransactionPartiesProps {
  readonly transaction: CoinHistoryRecordJson;
  readonly offers: OffersByContractId;
}

const TransactionParties = ({ transaction, offers }: TransactionPartiesProps) => {
  if ("abort_transfer_instruction" in transaction) {
    const id = transaction.abort_transfer_instruction.transfer_instruction_cid;
    const offer = offers.get(id);
    const to = offer?.transferInstructionReceiver;
    return (
      <>
        {offer !== undefined && to !== undefined && (
          <>
            <PartyLink party={offer.sender.party} isPlain /> {" ↛ "}
            <PartyLink party={to} isPlain />{" "}
            {formatAmount(offer.transferInstructionAmount ?? "")}{" "}
          </>
        )}
        <ContractLink id={id} />
      </>
    );
  }
  if ("transfer" in transaction) {
    const { sender, receivers, transferInstructionReceiver: offeredTo } = transaction.transfer;
    // The sender locks the coin of an offer for itself, until the receiver accepts.
    if (offeredTo !== undefined && transaction.transfer.transferInstructionAmount !== undefined) {
      return (
        <>
          <PartyLink party={sender.party} isPlain /> {" ⇢ "}
          <PartyLink party={offeredTo} isPlain />{" "}
          {formatAmount(transaction.transfer.transferInstructionAmount)}
        </>
      );
    }
    return (
      <>
        <PartyLink party={sender.party} isPlain />{" "}
        {receivers.map(({ party, amount }) => (
          <span key={party}>
            {" → "}
            <PartyLink party={party} isPlain /> {formatAmount(amount)}
          </span>
        ))}
      </>
    );
  }
  const made =
    "mint" in transaction ? transaction.mint : "tap" in transaction ? transaction.tap : undefined;
  return made === undefined ? null : (
    <>
      <PartyLink party={made.coin_owner} isPlain /> {formatAmount(made.coin_amount)}
    </>
  );
};

/** Formats an amount with thousands separators and without trailing zeros; keeps all digits. */
const formatAmount = (amount: string): string => {
  const [whole = "", rest = ""] = amount.split(".");
  const fraction = rest.replace(/(?<!0)0+$/, "");
  return whole.replace(/\B(?=(?:\d{3}){1,13}$)/g, ",") + (fraction === "" ? "" : `.${fraction}`);
};

const pageSize = 100;

const fetchTransactions = async (
  after: string | undefined,
  signal: AbortSignal,
): Promise<ListPage<CoinHistoryRecordJson, string>> => {
  const { transactions } = (await callLedgerApi("/v0/transactions", {
    body: {
      page_size: pageSize,
      sort_order: "desc",
      ...(after === undefined ? {} : { page_end_event_id: after }),
    },
    signal,
  })) as { readonly transactions: readonly CoinHistoryRecordJson[] };
  const next = transactions.length < pageSize ? undefined : transactions.at(-1)?.event_id;
  return { rows: transactions, next };
};
