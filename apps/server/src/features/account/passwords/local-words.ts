/** Words and names of our borrowers' languages that people put into passwords and that zxcvbn's list does not have. */
export const localWords: readonly string[] =
  `aaa ace achieve adi aeropostale agus ako alhamdulillah amy analyn ant arif assalamualaikum ate ava ayu bad
  baguio bahala batangas bayu bee ben billionaire bmw breakingbad brightside buccaneers budi bye byebye car cavite
  cebu cena coder coding cow crusaders dad daenerys davao day debian decepticon dewi dhoni dwi earthquake eko eli
  elk enchanted erlinda eva everybody excavator fairies fat fitri fortnite fox frankenstein gago gameofthrones
  ganda geography gmail god guardians guinevere guy hidayat hodor honour hotmail hugs ian ice ikaw iloilo iloveko
  immortals indah ingat instagram ivy jay jellybeans jennylyn jhun jim job jomar jonalyn jovelyn joy ken keychain
  khaleesi kid kohli kolkata kumusta kurniawan kuya lannister lending leo lestari literature loan loans login low
  loyal luffy luz luzon luzviminda makati mama maricel maricris marilou marites may men merdeka mia michelangelo
  mindanao mom moneypenny mountaindew mum nanay nenita neo new neymar nightlife noemi nur ola old optimusprime owl
  pacquiao palawan papa passkey passphrase pautang pera persib persija peso pie pig pilipinas pinay pincode
  pinnumber piso pogi pookiebear prada pray prius priya pune putra putri quezon radha rahmat rat ravioli ray red
  rembrandt reymark rhea rizky roblox rodel rohit rollercoaster romeojuliet romulo rosalinda roy rumpelstiltskin
  sad salapi santoso scientist secretagent secretary segasega seoul setiawan silverstar siti six sky son spy sri
  successful sun sunflowers supercalifragilistic superuser susanto tablet tanga targaryen tatay tayo taz ted ten
  thundercats tim tmnt tri twitter two ubuntu unix unlocked usa utang veterinary victoriasecret virat visayas
  wahyu walkingdead whitesnake wijaya wilfredo winterfell xxx yahoo youme zoe zzz`.split(/\s+/);
