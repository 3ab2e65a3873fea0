import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { Button } from '../kit/controls/Button.tsx';
import { TextField } from '../kit/controls/Field.tsx';
import { Card } from '../kit/layout/Card.tsx';
import css from './TestPreview.module.css';

/**
 * Checks the device functions that a web view must support: picking a photo, picking a contact, reading the location
 * (TEST-03). Nothing is sent.
 */
export function DeviceTools(): ReactNode {
  const { t } = useLingui();
  const [contact, setContact] = useState('');
  const [place, setPlace] = useState('');

  const locate = () => {
    if (!('geolocation' in navigator) || !navigator.geolocation)
      return window.alert(t`This browser cannot tell its location.`);
    setPlace(t`Asking…`);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) =>
        setPlace(
          t`${coords.latitude.toFixed(5)}, ${coords.longitude.toFixed(5)} (within ${Math.round(coords.accuracy)} m)`,
        ),
      (problem) => setPlace(t`No location: ${problem.message}`),
      { timeout: 20_000 },
    );
  };

  return (
    <Card heading={t`What the web view allows`}>
      <PhotoPicker />
      <TextField label={t`Contact`} name="contact" value={contact} onChange={setContact} autoComplete="tel" />
      <Button look="secondary" onTap={locate}>{t`Get location`}</Button>
      <p className={css.place} role="status">
        {place}
      </p>
    </Card>
  );
}

/** Shows the chosen photo and its size, so that an integrator sees whether the file chooser works. */
function PhotoPicker(): ReactNode {
  const { t } = useLingui();
  const id = useId();
  const [photo, setPhoto] = useState<File | undefined>(undefined);
  const [url, setUrl] = useState('');
  useEffect(() => {
    if (!photo) return setUrl('');
    const objectUrl = URL.createObjectURL(photo);
    setUrl(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [photo]);
  const size = photo ? Math.ceil(photo.size / 1024) : 0;
  return (
    <div className={css.photo}>
      <label htmlFor={id}>{t`Photo`}</label>
      <input
        id={id}
        type="file"
        accept="image/*"
        onChange={(event) => setPhoto(event.target.files?.[0] ?? undefined)}
      />
      {photo && url ? (
        <figure>
          <img src={url} alt={photo.name} />
          <figcaption>{t`${photo.name}, ${size} kB`}</figcaption>
        </figure>
      ) : null}
    </div>
  );
}
