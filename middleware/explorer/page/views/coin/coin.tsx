import { useMemo } from "preact/hooks";

import type { HistoryTransaction } from "../../../../../lib/history.ts";
import { askLedger } from "../../base/client.ts";
import { contentVersion } from "../../base/ledger.ts";
import { useAnswer } from "../../base/use-answer.ts";
import { Chart } from "../../parts/chart.tsx";
import { Card, View } from "../../parts/layout.tsx";
import { truncateText } from "../../parts/long-text.tsx";
import { ContractLink, Party, Time } from "../../parts/names.tsx";
import { AnswerView, Empty } from "../../parts/notices.tsx";
import { ShareBar } from "../../parts/share-bar.tsx";
import { Cell, Head, WindowList } from "../../parts/window-list.tsx";

/** Coin history, which is public, as on the network. */
const Coin = () => {
  const answer = useAnswer("history", contentVersion.value, readHistory);
  return (
    <View
      title="Coin history"
      about="Transfers, mints, taps and aborted transfers of the coin. They are public."
    >
      <AnswerView answer={answer} what="the history">
        {(history) =>
          history.length === 0 ? (
            <Card>
              <Empty icon="coin" title="No coin transactions yet">
                <p class="soft">The demo data has a coin. For your own, define a history.</p>
              </Empty>
            </Card>
          ) : (
            <CoinHistory history={history} />
          )
        }
      </AnswerView>
    </View>
  );
};

export default Coin;

const supplyChartLines = [{ name: "Minted and tapped in total", colour: "--accent" }];
const transferChartLines = [{ name: "Transferred", colour: "--accent" }];
const columnWidths = "150px 64px 130px minmax(180px, 3fr) minmax(120px, 1fr)";

const CoinHistory = ({ history }: { readonly history: readonly HistoryTransaction[] }) => {
  const { supply, moved, balances } = useMemo(() => computeTotals(history), [history]);
  const offers = useMemo(() => collectOffers(history), [history]);
  const largest = Math.max(1, balances[0]?.[1] ?? 0);
  return (
    <>
      <div class="side-by-side">
        <Card title="Supply">
          <Chart
            label="Minted and tapped in total"
            height={150}
            data={supply}
            lines={supplyChartLines}
          />
        </Card>
        <Card title="Transfers">
          <Chart
            label="Amounts transferred"
            height={150}
            data={moved}
            lines={transferChartLines}
            bars
          />
        </Card>
      </div>
      <Card
        kind="flush"
        title="Balances"
        actions={<span class="soft">as of round zero, before holding fees</span>}
      >
        <table class="shares">
          <tbody>
            {balances.map(([party, amount]) => (
              <tr key={party}>
                <td>
                  <Party party={party} />
                </td>
                <td>
                  <ShareBar amount={amount} largest={largest} />
                </td>
                <td class="amount">
                  {amount.toLocaleString("en-GB", { maximumFractionDigits: 4 })}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Card>
      <div class="party-box">
        <WindowList
          label="Coin transactions"
          rows={history.toReversed()}
          keyOf={(each) => each.event_id}
          columns={columnWidths}
          head={
            <>
              <Head>Time</Head>
              <Head kind="number">Round</Head>
              <Head>Kind</Head>
              <Head>Parties and amount</Head>
              <Head>Reason</Head>
            </>
          }
          empty={null}
        >
          {(each) => (
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
          )}
        </WindowList>
      </div>
    </>
  );
};

const formatTransactionKind = (each: HistoryTransaction): string => {
  if ("transfer" in each) {
    return each.transfer.transferInstructionReceiver === undefined ? "transfer" : "offer";
  }
  if ("mint" in each) return "mint";
  return "tap" in each ? "tap" : "aborted transfer";
};

const formatReason = (each: HistoryTransaction): string => {
  if ("transfer" in each) return each.transfer.description ?? "";
  if (!("abort_transfer_instruction" in each)) return "";
  return each.abort_transfer_instruction.abort_kind ?? "aborted";
};

type HistoryTransfer = Extract<HistoryTransaction, { transfer: unknown }>["transfer"];

/** Transfer offers by the contract that awaits acceptance. */
type OffersByContractId = ReadonlyMap<string, HistoryTransfer>;

const collectOffers = (history: readonly HistoryTransaction[]): OffersByContractId =>
  new Map(
    history.flatMap((each) => {
      const id = "transfer" in each ? each.transfer.transferInstructionCid : undefined;
      return id === undefined || !("transfer" in each) ? [] : [[id, each.transfer]];
    }),
  );

interface TransactionPartiesProps {
  readonly transaction: HistoryTransaction;
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
            <Party party={offer.sender.party} isPlain /> {" ↛ "}
            <Party party={to} isPlain /> {formatAmount(offer.transferInstructionAmount ?? "")}{" "}
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
          <Party party={sender.party} isPlain /> {" ⇢ "}
          <Party party={offeredTo} isPlain />{" "}
          {formatAmount(transaction.transfer.transferInstructionAmount)}
        </>
      );
    }
    return (
      <>
        <Party party={sender.party} isPlain />{" "}
        {receivers.map(({ party, amount }) => (
          <span key={party}>
            {" → "}
            <Party party={party} isPlain /> {formatAmount(amount)}
          </span>
        ))}
      </>
    );
  }
  const made =
    "mint" in transaction ? transaction.mint : "tap" in transaction ? transaction.tap : undefined;
  return made === undefined ? null : (
    <>
      <Party party={made.coin_owner} isPlain /> {formatAmount(made.coin_amount)}
    </>
  );
};

/** Formats an amount with thousands separators and without trailing zeros; keeps all digits. */
const formatAmount = (amount: string): string => {
  const [whole = "", rest = ""] = amount.split(".");
  const fraction = rest.replace(/(?<!0)0+$/, "");
  return whole.replace(/\B(?=(?:\d{3}){1,13}$)/g, ",") + (fraction === "" ? "" : `.${fraction}`);
};

const computeTotals = (history: readonly HistoryTransaction[]) => {
  const balances = new Map<string, number>();
  const add = (party: string, amount: string): void => {
    balances.set(party, (balances.get(party) ?? 0) + Number(amount));
  };
  const [times, supplies, amounts]: [number[], number[], (number | null)[]] = [[], [], []];
  let supply = 0;
  for (const each of history) {
    let moved: number | null = null;
    const made = "mint" in each ? each.mint : "tap" in each ? each.tap : undefined;
    if (made !== undefined) {
      supply += Number(made.coin_amount);
      add(made.coin_owner, made.coin_amount);
    }
    if ("transfer" in each) {
      const isOffer = each.transfer.transferInstructionReceiver !== undefined;
      moved = isOffer
        ? null
        : each.transfer.receivers.reduce((sum, { amount }) => sum + Number(amount), 0);
      for (const change of each.transfer.balance_changes) {
        add(change.party, change.change_to_initial_amount_as_of_round_zero);
      }
    }
    times.push(Date.parse(each.date) / 1000);
    supplies.push(supply);
    amounts.push(moved);
  }
  return {
    supply: [times, supplies] as [number[], number[]],
    moved: [times, amounts] as [number[], (number | null)[]],
    balances: [...balances].sort(([, one], [, other]) => other - one).slice(0, 50),
  };
};

const pageSize = 100;
const maxPages = 50;

/** Loads the newest five thousand transactions, oldest first. */
const readHistory = async (signal: AbortSignal): Promise<readonly HistoryTransaction[]> => {
  const found: HistoryTransaction[] = [];
  let end: string | undefined;
  for (let page = 0; page < maxPages; page++) {
    const { transactions } = (await askLedger("/v0/transactions", {
      body: {
        page_size: pageSize,
        sort_order: "desc",
        ...(end === undefined ? {} : { page_end_event_id: end }),
      },
      signal,
    })) as { readonly transactions: readonly HistoryTransaction[] };
    found.push(...transactions);
    end = transactions.at(-1)?.event_id;
    if (transactions.length < pageSize) break;
  }
  return found.reverse();
};
