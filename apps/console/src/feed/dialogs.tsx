import {
  addFeedWebhook,
  type FeedTopic,
  feedTopics,
  issueFeedKey,
  topicWords,
} from '@hiram/contract/console/feed';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useState } from 'react';
import { ActionDialog } from '../action/ActionDialog.tsx';
import { Button } from '../kit/controls/Button.tsx';
import { Choice, Choices } from '../kit/controls/Choices.tsx';
import { InputField } from '../kit/controls/Field.tsx';
import kit from '../kit/kit.module.css';
import styles from './feed.module.css';
import { type NewKey, newKey } from './new-key.ts';

interface Props {
  readonly brand: string;
  readonly onClose: () => void;
}

/**
 * Lets a system read the events with a key that this page makes: the server only ever gets its SHA-256. It is asked for once
 * whoever asks has stored it, since nobody can show it again.
 */
export function KeyDialog({ brand, onClose }: Props): ReactNode {
  const { t } = useLingui();
  const [created, setCreated] = useState<NewKey>();
  const [isStored, setStored] = useState(false);
  const [isCopied, setCopied] = useState(false);
  const [name, setName] = useState('');
  const [topics, setTopics] = useState<readonly FeedTopic[]>([]);
  useEffect(() => {
    let isOn = true;
    void newKey().then((key) => isOn && setCreated(key));
    return () => {
      isOn = false;
    };
  }, []);
  const isReady = created && isStored && name.trim() !== '' && topics.length > 0;
  return (
    <ActionDialog
      title={t`Let a system read the events`}
      calls={issueFeedKey}
      draft={`feed.issueKey ${brand}`}
      request={isReady ? { keyHash: created.hash, name: name.trim(), topics: [...topics] } : undefined}
      brand={brand}
      onClose={onClose}
    >
      <InputField label={t`System`} maxLength={80} value={name} onChange={setName} />
      <Topics topics={topics} onChange={setTopics} />
      <div className={kit.field}>
        <span className={kit.label}>
          <strong>{t`Its key`}</strong> {t`shown here once; it works when a second person has approved it`}
        </span>
        <code className={styles.key}>{created?.key ?? '…'}</code>
        <div className={kit.row}>
          <Button
            disabled={!created}
            onClick={() =>
              created && void navigator.clipboard.writeText(created.key).then(() => setCopied(true))
            }
          >
            {isCopied ? t`Copied` : t`Copy the key`}
          </Button>
        </div>
        <Choice
          label={t`I have stored the key where the system reads it`}
          isChosen={isStored}
          onChange={setStored}
        />
      </div>
    </ActionDialog>
  );
}

/** Sends the events to an address. */
export function WebhookDialog({ brand, onClose }: Props): ReactNode {
  const { t } = useLingui();
  const [name, setName] = useState('');
  const [url, setUrl] = useState('');
  const [topics, setTopics] = useState<readonly FeedTopic[]>([]);
  const isReady = name.trim() !== '' && URL.canParse(url) && topics.length > 0;
  return (
    <ActionDialog
      title={t`Send the events to an address`}
      calls={addFeedWebhook}
      draft={`feed.addWebhook ${brand}`}
      request={isReady ? { url, name: name.trim(), topics: [...topics] } : undefined}
      brand={brand}
      onClose={onClose}
    >
      <InputField label={t`System`} maxLength={80} value={name} onChange={setName} />
      <InputField
        label={t`Address`}
        type="url"
        maxLength={500}
        placeholder="https://"
        value={url}
        onChange={(value) => setUrl(value.trim())}
      />
      <Topics topics={topics} onChange={setTopics} />
      <p
        className={kit.muted}
      >{t`It learns what happens from now on. Ask an operator for what was before, and for the secret with which the system checks that an event is ours.`}</p>
    </ActionDialog>
  );
}

interface TopicsProps {
  readonly topics: readonly FeedTopic[];
  readonly onChange: (topics: readonly FeedTopic[]) => void;
}

function Topics({ topics, onChange }: TopicsProps): ReactNode {
  const { t } = useLingui();
  const choices = feedTopics.map((value) => ({ value, label: topicWords[value] }));
  return <Choices legend={t`What it learns`} choices={choices} chosen={topics} onChange={onChange} />;
}
