import type { Block, Fact } from '@hiram/visitor-pages/document-blocks';
import { type ReactNode, useMemo } from 'react';
import { Contacts } from '../../app/host/Contacts.tsx';
import css from './DocumentReader.module.css';
import { blocksOf } from './document-blocks.ts';

/** A document's paragraphs and values, set for a phone. */
export function DocumentBlocks({ html }: { readonly html: string }): ReactNode {
  const blocks = useMemo(() => blocksOf(html), [html]);
  // A document does not change while it is read, so the position of a part names it.
  return <>{blocks.map((block, index) => part(block, index))}</>;
}

function part(block: Block, position: number): ReactNode {
  if (block.kind === 'facts') return <Facts key={position} facts={block.facts} />;
  if (block.kind === 'rows')
    return (
      <ul key={position} className={css.rows}>
        {block.rows.map(({ heading, facts }) => (
          <li key={[heading, ...facts.map(({ value }) => value)].join(' ')}>
            <b>{heading}</b>
            <Facts facts={facts} />
          </li>
        ))}
      </ul>
    );
  return (
    <p key={position} className={block.kind === 'note' ? css.note : undefined}>
      <Contacts text={block.text} />
    </p>
  );
}

function Facts({ facts }: { readonly facts: readonly Fact[] }): ReactNode {
  return (
    <dl className={css.facts}>
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <Contacts text={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
