import { useState } from 'react';
import { useUnkept } from '../../lib/storage';
import { NoticeBar } from './notice-bar';

/** Says what this browser does not store, until the user has read it; again with each further thing. */
export function UnkeptNotice() {
  const { unkept } = useUnkept();
  const [read, setRead] = useState(0);
  if (unkept.length === 0 || unkept.length === read) return null;
  return (
    <NoticeBar action="OK" onAction={() => setRead(unkept.length)}>
      {unkept.includes('the sign-in')
        ? `You cannot sign in, because this browser stores nothing for the portal. Allow site data for ${window.location.host}, or free its space.`
        : `This browser stores no more for the portal: its space is full, or site data is blocked. After a reload these are as before or gone: ${unkept.join(', ')}.`}
    </NoticeBar>
  );
}
