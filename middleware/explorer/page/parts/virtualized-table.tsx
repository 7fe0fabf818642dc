import { useSignal } from "@preact/signals";
import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  type Range,
  Virtualizer,
} from "@tanstack/virtual-core";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useMemo, useReducer, useRef } from "preact/hooks";

interface WindowListProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  /** True while other rows are being loaded. */
  readonly isBusy?: boolean;
  readonly keyOf: (row: Row) => string;
  readonly head: ComponentChildren;
  /**
   * Renders the cells of a row. Pass a function that is defined at module level: a new function renders all rows
   * again. With the same function, a row is rendered once, even if the parent of the list renders again.
   */
  readonly children: (row: Row) => ComponentChildren;
  /** Opens a row; called on Enter and on a click. */
  readonly open?: (row: Row) => void;
  /** Returns the URL of a row, to open or copy it as a link. */
  readonly linkOf?: (row: Row) => string;
  /** Loads more rows; called when the end of the list is near. Absent at the end. */
  readonly more?: (() => void) | undefined;
  /** Columns of the grid. */
  readonly columns: string;
  readonly empty: ComponentChildren;
  /** Reports whether the beginning is visible. */
  readonly atTop?: (isAtTop: boolean) => void;
}

const narrowScreen = matchMedia("(max-width: 720px)");

/**
 * Returns the height of a row, in pixels; on narrow screens a row has two lines. The heights must
 * equal the CSS tokens `--row` and `--row-narrow`.
 */
const rowHeight = (): number => (narrowScreen.matches ? 52 : 32);

/** Number of rows that are added and removed together. */
const rowsPerStep = 8;

/**
 * Returns the indexes of the rows to render, rounded to multiples of `rowsPerStep`, so that most
 * scroll events do not change them.
 */
const extractSteps = ({ startIndex, endIndex, overscan, count }: Range): number[] => {
  const first = Math.max(0, roundToStep(startIndex - overscan));
  const end = Math.min(count, roundToStep(endIndex + overscan) + rowsPerStep);
  return Array.from({ length: Math.max(0, end - first) }, (_, position) => first + position);
};

const roundToStep = (index: number): number => index - (index % rowsPerStep);

type List = Virtualizer<HTMLDivElement, Element>;

const isAtTopOf = (list: List): boolean => (list.scrollOffset ?? 0) < rowHeight();

/** Returns a text that changes when the list must be rendered again after a scroll or resize event. */
const renderKeyOf = (list: List): string => {
  const indexes = list.getVirtualIndexes();
  return [indexes[0], indexes.at(-1), list.getTotalSize(), isAtTopOf(list)].join(" ");
};

/** Table of any length that renders only the visible rows. Arrow keys move through it. */
export const VirtualizedTable = <Row,>(props: WindowListProps<Row>) => {
  const { rows, keyOf, more, columns } = props;
  const box = useRef<HTMLDivElement>(null);
  const [, redraw] = useReducer((times: number) => times + 1, 0);
  const current = useSignal(0);
  const list = useRef<List>(undefined);
  const renderKey = useRef("");

  list.current ??= new Virtualizer({
    count: 0,
    getScrollElement: () => box.current,
    estimateSize: rowHeight,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
  });
  const virtual = list.current;
  virtual.setOptions({
    ...virtual.options,
    count: rows.length,
    overscan: 12,
    rangeExtractor: extractSteps,
    onChange: (changed) => {
      if (renderKeyOf(changed) !== renderKey.current) redraw(undefined);
    },
  });
  useLayoutEffect(() => virtual._didMount(), []);
  useEffect(() => {
    const measure = (): void => virtual.measure();
    narrowScreen.addEventListener("change", measure);
    return () => narrowScreen.removeEventListener("change", measure);
  }, []);
  useLayoutEffect(() => virtual._willUpdate());

  const items = virtual.getVirtualItems();
  renderKey.current = renderKeyOf(virtual);
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (more !== undefined && last >= rows.length - 60) more();
  }, [last, rows.length, more]);
  const isAtTop = isAtTopOf(virtual);
  useEffect(() => props.atTop?.(isAtTop), [isAtTop]);

  const moveTo = (index: number): void => {
    current.value = Math.max(0, Math.min(rows.length - 1, index));
    virtual.scrollToIndex(current.value, { align: "auto" });
    requestAnimationFrame(() =>
      box.current?.querySelector<HTMLElement>(`[data-index="${current.value}"]`)?.focus(),
    );
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / rowHeight()) - 2);
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -Infinity,
      End: Infinity,
    };
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      moveTo(current.value + step);
    } else if (event.key === "Enter" && event.target instanceof HTMLElement) {
      const row = rows[Number(event.target.dataset["index"] ?? -1)];
      if (row !== undefined) props.open?.(row);
    }
  };
  const contents = useRenderedRowCache(props.children);
  return (
    <div
      class="window-list"
      style={{ "--columns": columns }}
      role="table"
      aria-label={props.label}
      aria-rowcount={rows.length + 1}
      aria-busy={props.isBusy}
    >
      <div class="row head" role="row">
        {props.head}
      </div>
      <div class="window-box" ref={box} onKeyDown={onKeyDown} role="rowgroup">
        {rows.length === 0 && (
          <div role="row">
            <div role="cell">{props.empty}</div>
          </div>
        )}
        <div
          class="window-space"
          style={{ height: `${virtual.getTotalSize()}px` }}
          role="presentation"
        >
          {contents.renderItems(items, ({ index, start }, contentOf) => {
            const row = rows[index];
            if (row === undefined) return null;
            return (
              <div
                key={keyOf(row)}
                class="row"
                role="row"
                aria-rowindex={index + 2}
                data-index={index}
                tabIndex={index === Math.min(current.value, rows.length - 1) ? 0 : -1}
                style={{ top: `${start}px` }}
                onClick={({ target }) => {
                  if (!isWithinLink(target)) props.open?.(row);
                }}
              >
                {props.linkOf !== undefined && (
                  // The row itself is for the keyboard and for screen readers.
                  <a
                    class="row-link"
                    href={props.linkOf(row)}
                    tabIndex={-1}
                    aria-hidden="true"
                    onClick={preventOwnNavigation}
                  />
                )}
                {contentOf(row)}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
};

/** Returns true for a click on a link or button of a cell. */
const isWithinLink = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("a:not(.row-link), button") !== null;

/** Leaves a plain click to the row; the browser handles clicks that open a tab or a window. */
const preventOwnNavigation = (event: MouseEvent): void => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) event.stopPropagation();
  else event.preventDefault();
};

/** Cache of rendered rows: each is rendered once, not at every scroll event. */
class RenderedRowCache<Row> {
  readonly #draw: (row: Row) => ComponentChildren;
  #drawn = new Map<Row, ComponentChildren>();

  constructor(draw: (row: Row) => ComponentChildren) {
    this.#draw = draw;
  }

  /** Renders items, keeping the rows they use and dropping the others. */
  renderItems<Item, Drawn>(
    items: readonly Item[],
    draw: (item: Item, contentOf: (row: Row) => ComponentChildren) => Drawn,
  ): readonly Drawn[] {
    const before = this.#drawn;
    const now = new Map<Row, ComponentChildren>();
    this.#drawn = now;
    return items.map((item) =>
      draw(item, (row) => {
        const content = before.get(row) ?? this.#draw(row);
        now.set(row, content);
        return content;
      }),
    );
  }
}

/** A new render function invalidates all rows. */
const useRenderedRowCache = <Row,>(draw: (row: Row) => ComponentChildren): RenderedRowCache<Row> =>
  useMemo(() => new RenderedRowCache(draw), [draw]);

export const ColumnHeader = ({
  children,
  kind = "",
}: {
  children?: ComponentChildren;
  kind?: string;
}) => (
  <div role="columnheader" class={kind}>
    {children}
  </div>
);

/**
 * `kind` is the place in a narrow row: `lead`, `side`, `more`, `rest`; other cells are hidden
 * there.
 */
export const Cell = ({ children, kind = "" }: { children?: ComponentChildren; kind?: string }) => (
  <div role="cell" class={kind}>
    {children}
  </div>
);
