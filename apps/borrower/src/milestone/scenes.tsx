import type { RepaymentRow } from '@hiram/contract/loan';
import type { ReactNode } from 'react';
import { marketMoneyFormat } from '../app/settings/money.ts';
import { settings } from '../app/settings/settings.ts';
import { BrandArt } from '../art/BrandArt.tsx';
import { Walker as Figure } from '../art/Walker.tsx';
import css from './Milestone.module.css';

const { story } = settings.look;

/** Money that arrives: a coin over the brand's own landscape. */
export function CoinScene({ isStart = false }: { readonly isStart?: boolean }): ReactNode {
  if (story === 'stairs') return isStart ? <StairsWithCoin /> : <Podium />;
  if (story === 'path')
    return (
      <Arch>
        <Hills hasSun={false} />
        <Coin x={236} y={122} scale={1.15} />
        <Walker x={92} y={196} scale={1.7} />
      </Arch>
    );
  if (story === 'terraces')
    return (
      <Scene height={232}>
        <Mountains hasSun={false} />
        <path d="M60 168h330v64H60z" fill="var(--art-1)" />
        <path d="M130 136h260v34H130z" fill="var(--art-4)" />
        <path d="M60 168h330v5H60zM130 136h260v5H130z" fill="var(--art-3)" />
        <Coin x={276} y={92} scale={1.04} />
        <Walker x={146} y={68} scale={1.75} />
      </Scene>
    );
  return (
    <Scene height={170}>
      <Coin x={195} y={90} scale={1.4} />
    </Scene>
  );
}

/** A repayment that is paid: the loan's own steps, with the walker on the last one that is paid. */
export function PaidScene({ repayments }: { readonly repayments: readonly RepaymentRow[] }): ReactNode {
  const done = repayments.filter(({ state }) => state === 'paid').length;
  if (story === 'stairs') return <Stairs repayments={repayments} done={done} />;
  if (story === 'path')
    return (
      <Arch>
        <Hills />
        <Stone x={236} y={214} scale={1} isDone />
        {done < repayments.length ? <Stone x={320} y={226} scale={0.7} no={done + 1} /> : null}
        <Walker x={120} y={156} scale={1.7} />
      </Arch>
    );
  if (story === 'terraces') return <Terraces count={repayments.length} done={done} />;
  return null;
}

/** The brand's own picture of a settled loan. */
export function SettledScene(): ReactNode {
  return (
    <div className={css.settled}>
      <BrandArt svg={settings.art.settled} />
    </div>
  );
}

function Scene({ height, children }: { readonly height: number; readonly children: ReactNode }): ReactNode {
  return (
    <svg
      className={css.scene}
      viewBox={`0 0 390 ${height}`}
      width="390"
      height={height}
      preserveAspectRatio="xMidYMax meet"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

function Coin({
  x,
  y,
  scale,
}: {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}): ReactNode {
  return (
    <g transform={`translate(${x} ${y}) scale(${scale})`}>
      <g className={css.rays} stroke="var(--art-3)" strokeWidth="3.500" strokeLinecap="round">
        <path d="M0-74v-12M-38-62l-7-10M38-62l7-10M-66-36l-11-5M66-36l11-5" />
      </g>
      <g className={css.coin}>
        <circle r="42" fill="var(--accent)" />
        <circle r="36" fill="none" stroke="#ffffff" strokeOpacity=".7" strokeWidth="2.500" />
        <text
          y="15"
          textAnchor="middle"
          fontSize={marketMoneyFormat.symbol.length > 1 ? 34 : 42}
          fontWeight="800"
          fill="var(--on-accent)"
        >
          {marketMoneyFormat.symbol}
        </text>
      </g>
    </g>
  );
}

/** The borrower with her arms up. */
function Walker({
  x,
  y,
  scale,
  isHopping = false,
}: {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
  /** She comes from the step before. */
  readonly isHopping?: boolean;
}): ReactNode {
  return (
    <g transform={`translate(${x} ${y}) scale(${scale})`}>
      <g className={isHopping ? css.hop : ''}>
        <Figure story={story} cheers />
      </g>
    </g>
  );
}

function Podium(): ReactNode {
  return (
    <Scene height={262}>
      <circle cx="195" cy="122" r="112" fill="var(--art-1)" opacity=".7" />
      <path d="M-600 262v-14H62v-30h62v-30h142v30h62v30h662v14z" fill="var(--art-2)" />
      <path
        d="M-600 246H62v6h-662zM62 216h62v6H62zM124 186h142v6H124zM266 216h62v6h-62zM328 246h662v6H328z"
        fill="var(--art-3)"
      />
      <Coin x={195} y={126} scale={1.38} />
      <Walker x={77} y={170} scale={1.2} />
    </Scene>
  );
}

function StairsWithCoin(): ReactNode {
  return (
    <Scene height={228}>
      <circle cx="310" cy="84" r="66" fill="var(--art-1)" />
      <circle
        cx="310"
        cy="84"
        r="82"
        fill="none"
        stroke="var(--art-3)"
        strokeWidth="2"
        strokeDasharray="2 11"
        strokeLinecap="round"
        opacity=".8"
      />
      <path d="M-600 228v-4H76v-32h72v-32h72v-28h770v96z" fill="var(--art-2)" />
      <path
        d="M-600 222H76v6h-676zM76 190h72v6H76zM148 158h72v6h-72zM220 130h770v6H220z"
        fill="var(--art-3)"
      />
      <Coin x={310} y={84} scale={1.05} />
      <Walker x={165} y={108} scale={1.35} />
    </Scene>
  );
}

const stairsHeight = 150;
/** The height that the receipt covers. */
const hiddenHeight = 24;
const lowest = 26;
const highest = 104;

function Stairs({
  repayments,
  done,
}: {
  readonly repayments: readonly RepaymentRow[];
  readonly done: number;
}): ReactNode {
  const count = Math.max(1, repayments.length);
  const ground = 30;
  const width = (390 - ground) / count;
  const topOf = (index: number) =>
    stairsHeight - lowest - ((highest - lowest) * index) / Math.max(1, count - 1);
  const standing = Math.max(0, done - 1);
  return (
    <Scene height={stairsHeight + hiddenHeight}>
      <rect
        x="-600"
        y={stairsHeight - 9}
        width={600 + ground}
        height={9 + hiddenHeight}
        fill="var(--art-1)"
      />
      {repayments.map((row, index) => {
        const x = ground + width * index;
        const isPaid = index < done;
        const fill = isPaid ? 'var(--art-2)' : 'var(--art-1)';
        return (
          <g key={row.periodNo}>
            <rect
              x={x}
              y={topOf(index)}
              width={index === count - 1 ? 999 : width - 1}
              height={stairsHeight + hiddenHeight}
              fill={fill}
            />
            <rect
              x={x - 3}
              y={topOf(index)}
              width={index === count - 1 ? 999 : width + 2}
              height="6"
              rx="3"
              fill={isPaid ? 'var(--accent)' : 'var(--deep-muted)'}
            />
            {isPaid ? (
              <path
                className={index === standing ? css.tick : ''}
                d={`M${x + width / 2 - 5} ${topOf(index) + 15}l3.500 3.500 6.500-7`}
                fill="none"
                stroke="#ffffff"
                strokeWidth="2.600"
                strokeLinecap="round"
                strokeLinejoin="round"
              />
            ) : (
              <text
                x={x + width / 2}
                y={topOf(index) + 22}
                textAnchor="middle"
                fontWeight="700"
                fontSize="13"
                fill="var(--on-deep)"
              >
                {row.periodNo}
              </text>
            )}
          </g>
        );
      })}
      <path
        d={`M${376} ${topOf(count - 1)}v-30h16l-4 5.500 4 5.500h-16`}
        fill="var(--art-3)"
        stroke="var(--deep-muted)"
        strokeWidth="2"
        transform="translate(-16 0)"
      />
      {done > 0 ? (
        <Walker
          x={ground + width * standing + width / 2 - 18}
          y={topOf(standing) - 48}
          scale={1.25}
          isHopping
        />
      ) : null}
    </Scene>
  );
}

const archPath =
  'M16 290V132C16 98 50 90 74 72c28-20 54-32 84-44 16-6 28-12 37-22 9 10 21 16 37 22 30 12 56 24 84 44 24 18 58 26 58 60v158';

function Arch({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <Scene height={286}>
      <defs>
        <clipPath id="arch">
          <path d={`${archPath}z`} />
        </clipPath>
      </defs>
      <g clipPath="url(#arch)">{children}</g>
      <path d={archPath} fill="none" stroke="var(--art-2)" strokeWidth="3.500" />
    </Scene>
  );
}

/** `hasSun`: unless a coin stands in its place. */
function Hills({ hasSun = true }: { readonly hasSun?: boolean }): ReactNode {
  return (
    <>
      <path d="M0 0h390v290H0z" fill="var(--art-5)" />
      {hasSun ? <circle cx="282" cy="104" r="42" fill="var(--art-3)" /> : null}
      <path d="M0 176c64-34 130-30 196-8s130 14 194-12v134H0z" fill="var(--art-4)" />
      <path d="M0 204c76-26 164-20 230 0s120 12 160 2v84H0z" fill="var(--art-1)" />
      <path d="M0 240c100-22 200-16 390-2v52H0z" fill="var(--art-6)" />
      <path
        d="M-10 270C60 262 96 236 150 240s90 26 140 8 70-40 110-40"
        fill="none"
        stroke="var(--surface)"
        strokeWidth="24"
        strokeLinecap="round"
      />
      <path d="M86 222c4-22 2-38 0-60h10c-2 20 0 38 6 60z" fill="var(--art-4)" />
      <path
        d="M90 110c18-4 34 8 34 22 12 4 14 28-2 34-8 12-28 12-34 4-12 8-30 2-32-12-16-8-10-26 4-28 2-12 18-20 30-20z"
        fill="var(--art-6)"
      />
    </>
  );
}

function Stone({
  x,
  y,
  scale,
  isDone = false,
  no,
}: {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
  readonly isDone?: boolean;
  readonly no?: number;
}): ReactNode {
  return (
    <g transform={`translate(${x} ${y}) scale(${scale})`}>
      <path
        d="M-26 16v-42a26 26 0 0152 0v42z"
        fill={isDone ? 'var(--primary)' : 'var(--step)'}
        stroke={isDone ? 'var(--on-primary)' : 'var(--step-tread)'}
        strokeWidth="3"
      />
      {isDone ? (
        <path
          className={css.tick}
          d="M-11-12l8 8 14-15"
          fill="none"
          stroke="var(--on-primary)"
          strokeWidth="5"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      ) : (
        <text y="-4" textAnchor="middle" fontWeight="600" fontSize="24" fill="var(--ink)">
          {no}
        </text>
      )}
    </g>
  );
}

function Mountains({ hasSun = true }: { readonly hasSun?: boolean }): ReactNode {
  return (
    <>
      <path d="M-600 0H990v274H-600z" fill="var(--art-3)" />
      {hasSun ? <circle cx="300" cy="54" r="42" fill="#ffd9a8" /> : null}
      <path d="M-20 118L92 14h36l112 104z" fill="var(--art-1)" />
      <path d="M92 14h36l14 15-14 9-12-7-12 9-24-11z" fill="#eef5f5" />
      <path d="M160 118l80-60h24l96 60z" fill="var(--art-2)" />
      <path d="M-600 104H990v170H-600z" fill="var(--art-4)" />
    </>
  );
}

/** The most terraces that the picture has room for. */
const maxTerraces = 5;

function Terraces({ count, done }: { readonly count: number; readonly done: number }): ReactNode {
  // A long loan shows the ones around the last that is paid.
  const first = Math.max(0, Math.min(done - 2, count - maxTerraces));
  const shown = Array.from({ length: Math.min(count, maxTerraces) }, (_, index) => first + index);
  const rise = 28;
  const bottom = 214;
  return (
    <Scene height={bottom + 18}>
      <Mountains />
      {shown.map((index, row) => {
        const x = 60 + row * 62;
        const y = bottom - rise * (row + 1);
        const isPaid = index < done;
        return (
          <g key={index}>
            <rect
              x={x}
              y={y}
              width={1000}
              height={rise + 2}
              fill={isPaid ? 'var(--primary)' : index === done ? 'var(--art-5)' : 'var(--step)'}
            />
            <rect x={x} y={y} width={1000} height="5" fill={isPaid ? 'var(--art-3)' : '#f5ffe8'} />
            {isPaid ? (
              <path
                className={index === done - 1 ? css.tick : ''}
                d={`M${x + 14} ${y + 17}l4 4 8-9`}
                fill="none"
                stroke="var(--on-primary)"
                strokeWidth="3"
              />
            ) : null}
          </g>
        );
      })}
      <path d={`M-600 ${bottom}H990v20H-600z`} fill="var(--art-4)" />
      {done > 0 ? (
        <Walker
          x={60 + (done - 1 - first) * 62 + 14}
          y={bottom - rise * (done - first) - 68}
          scale={1.7}
          isHopping
        />
      ) : null}
    </Scene>
  );
}
