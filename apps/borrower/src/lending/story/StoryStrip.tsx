import type { ReactNode } from 'react';
import { settings } from '../../app/settings/settings.ts';
import { Walker } from '../../art/Walker.tsx';

interface StripProps {
  /** The repayments of the loan. */
  readonly count: number;
  /** The number of paid ones: the borrower stands on the last of these, or before the first. */
  readonly paid: number;
}

const width = 140;
const height = 104;

/** A loan's story as a small picture without words, in the brand's drawing. */
export function StoryStrip(props: StripProps): ReactNode {
  const { story } = settings.look;
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} fill="none" aria-hidden="true">
      {story === 'path' ? (
        <Path {...props} />
      ) : story === 'terraces' ? (
        <Terraces {...props} />
      ) : story === 'rings' ? (
        <Rings {...props} />
      ) : (
        <Stairs {...props} />
      )}
    </svg>
  );
}

/** The borrower with her feet at a point. */
function Standing({ x, y }: { readonly x: number; readonly y: number }): ReactNode {
  return (
    <g transform={`translate(${x - 13} ${y - 36}) scale(.9)`}>
      <Walker story={settings.look.story} cheers />
    </g>
  );
}

const indexes = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

function Stairs({ count, paid }: StripProps): ReactNode {
  const ground = 24;
  const step = (width - ground) / count;
  const topOf = (index: number) => 84 - (48 * index) / Math.max(1, count - 1);
  return (
    <>
      <rect y="97" width={ground} height="7" fill="var(--step-edge)" />
      {indexes(count).map((index) => {
        const x = ground + step * index;
        const isPaid = index < paid;
        return (
          <g key={index}>
            <rect
              x={x}
              y={topOf(index)}
              width={step - 1}
              height={height}
              fill={isPaid ? 'var(--primary)' : 'var(--step)'}
            />
            <rect
              x={x - 2}
              y={topOf(index)}
              width={step + 1}
              height="5"
              rx="2.500"
              fill={isPaid ? 'var(--accent)' : 'var(--step-edge)'}
            />
          </g>
        );
      })}
      <path d={`M126 ${topOf(count - 1)}V6`} stroke="var(--step-edge)" strokeWidth="2" />
      <path d="M126 7h12l-3.500 4 3.500 4h-12z" fill="var(--art-3)" />
      {paid > 0 ? (
        <Standing x={ground + step * (paid - 0.5)} y={topOf(paid - 1)} />
      ) : (
        <Standing x={11} y={97} />
      )}
    </>
  );
}

function Path({ count, paid }: StripProps): ReactNode {
  const step = (width - 32) / Math.max(1, count);
  const at = (index: number) => ({ x: 32 + step * (index + 0.5), y: 84 - 10 * (index % 2) });
  const stone = Math.min(9, step / 2.4);
  const here = paid > 0 ? at(paid - 1) : { x: 13, y: 88 };
  return (
    <>
      <path d="M0 66c40-16 84-10 140-2v40H0z" fill="var(--art-5)" />
      <path
        d={`M0 96Q16 92 ${at(0).x} ${at(0).y + 6}${indexes(count)
          .map((index) => `L${at(index).x} ${at(index).y + 6}`)
          .join('')}L140 82`}
        stroke="var(--primary)"
        strokeWidth="3"
        strokeLinecap="round"
        strokeDasharray=".1 7"
      />
      {indexes(count).map((index) => (
        <path
          key={index}
          d={`M${at(index).x - stone} ${at(index).y + 8}v-12a${stone} ${stone} 0 01${2 * stone} 0v12z`}
          fill={index < paid ? 'var(--primary)' : 'var(--step)'}
          stroke={index < paid ? 'var(--primary)' : 'var(--step-edge)'}
          strokeWidth="1.500"
        />
      ))}
      <Standing x={here.x} y={here.y - (paid > 0 ? 12 : 0)} />
    </>
  );
}

function Terraces({ count, paid }: StripProps): ReactNode {
  const rise = 64 / count;
  const topOf = (index: number) => height - rise * (index + 1);
  const leftOf = (index: number) => 28 + (72 * index) / count;
  return (
    <>
      <path d="M0 100h140v4H0z" fill="var(--step-edge)" />
      {indexes(count).map((index) => (
        <g key={index}>
          <rect
            x={leftOf(index)}
            y={topOf(index)}
            width={width}
            height={rise}
            fill={index < paid ? 'var(--primary)' : 'var(--step)'}
          />
          <rect
            x={leftOf(index)}
            y={topOf(index)}
            width={width}
            height="3"
            fill={index < paid ? 'var(--art-3)' : 'var(--step-edge)'}
          />
        </g>
      ))}
      <path d={`M132 ${topOf(count - 1)}V12`} stroke="var(--ink-muted)" strokeWidth="2" />
      <path d="M116 12h16v9h-16z" fill="var(--art-3)" />
      <Standing x={paid > 0 ? leftOf(paid - 1) + 13 : 13} y={paid > 0 ? topOf(paid - 1) : 100} />
    </>
  );
}

function Rings({ count, paid }: StripProps): ReactNode {
  const length = 2 * Math.PI * 38;
  return (
    <g transform="translate(70 52)">
      <circle r="38" stroke="var(--step)" strokeWidth="9" />
      {paid > 0 ? (
        <circle
          r="38"
          stroke="var(--primary)"
          strokeWidth="9"
          strokeLinecap="round"
          strokeDasharray={`${(length * paid) / count} ${length}`}
          transform="rotate(-90)"
        />
      ) : null}
      <circle cy="-38" r="6" fill="var(--accent)" />
    </g>
  );
}
