/** Words and names that people put into passwords, of any language that our borrowers speak. */
export const commonWords: ReadonlySet<string> = new Set(
  `aaa aardvark aaron abc abcd abcde abcdef abcdefg abcdefgh abigail abracadabra access accord account acdc ace
  aces achieve adam adi adidas admin administrator adriana aeroplane aeropostale aerosmith africa agent agus
  airborne airforce airjordan airplane ako alabama alan alaska albert alejandra alex alexander alexandra alexis
  alhamdulillah alice alicia alien aliens alison allah allen allison aloha alohomora always alyssa amanda
  amazing amber ambition amen america american amiga amit amsterdam amy anakin analyn anastasia andi andrea
  andrew android angel angela angelica angelina angelo angels anil anjing anna anne annie anonymous ant anthony
  anything apollo apple apples april aquarius aragorn argentina ariana ariel aries arif aristotle arlene armani
  armor army arse arsenal arthur asdf asdfgh asdfghjkl ashley ass assalamualaikum assassin asshole asteroid
  astros atari ate athena athens athlete atlanta atlantis audi audrey august augustus aurora austin australia
  autobot autumn ava avalanche avalon avenger avengers awesome ayu azerty babe babes baby babyboy babycakes
  babygirl bacardi bach back backspace backup bacon bad badboy badger badgirl baguio bahala bailey balboa baller
  bambi banana bananas bandung bangalore bangkok bank barbara barbie barca barcelona barney barry bart baseball
  basketball bass bassman bastard batangas batman bayern bayside bayu baywatch beach beaches beagle bear bears
  beatles beatrice beatriz beautiful beaver beckham becky bee beer beers beethoven beetle behemoth belair
  believe believer bella belle ben bengals benjamin bentley bernadette besiktas best bestfriend beth bethany
  better betty beverly bharat bianca biatch bible big bigboss bigboy bigbutt bigcock bigdaddy bigdick bigdog
  biggie biggirl bigmac bigman bigred bigtits bike biker bikes bilbo billabong billion billionaire billy bingo
  biology bird birdie birds biscuit bismilah bismillah bitch bitches black blackbelt blackberry blackbird
  blackcat blackdog blackhawks blackhole blackjack blackout blackrose blackstar blade blades bleach bless
  blessed blessing blink blizzard blowjob blue blueberry bluebird blueeyes bluemoon bluenose bluesky bluestar
  blur bmw bobby bobmarley bollocks bomb bomber bond bondage bonjour bonjovi bonnie boob boobear boobies boobs
  book books booty boracay boss boston bowling boxer boxing boy boys brad bradley brandi brandon brandy brasil
  brave braves bravo brazil bread breakingbad brenda brett brian bridget brightside britney brittany bronco
  broncos bronx brooke brooklyn brother brown browneyes brownie browns bruce bruins bryan bryant bubba
  buccaneers buckeyes buddha buddy budi budlight budweiser buffalo bugsbunny bull bulldog bulldogs bulldozer
  bullet bullets bulls bullshit bumblebee bunnies bunny burger burrito business buster butch butt butter
  buttercup butterfly butthead buttons bye byebye cadillac caesar cake california calvin camaro camel camelot
  cameltoe camera cameron camille camry canada candace candice candy cannon canucks canyon capricorn captain car
  cardinal cardinals carebear carl carla carlos carlsberg carmen carol carolina caroline carpenter carrie carrot
  cars cartman casey cash casino casper cassandra cassie cat caterpillar catherine cats catwoman cavalier cavite
  cebu cecilia celeste celtic celtics cena center central chad chair challenger champ champion champions chance
  chanel change changeme channel charger chargers charizard charlene charles charlie charlotte cheat cheater
  cheese cheeseburger cheetah chelsea chemistry chennai cherokee cherries cherry cheryl chester chevelle
  chevrolet chevy chewbacca chewie chicago chicken chickens chief chiefs child children chile china chinese
  chloe chocolate chopin chris christ christian christina christine christopher chuck chucky church ciao cigar
  cindy cinema cinnamon cinta cintaku cipher cisco civic claire clara clarinet claudia clayton clean cleopatra
  clever clint cloud clouds clubs coach cobra cocacola cock coconut code coder coding cody coffee coke coldplay
  cole colin colleen college colombia colt colts comet commando commodore company compaq computer concrete
  connie connor contrasena control cookie cookies cool cooldude coolio coolman coorslight corazon corey corleone
  corolla corona corvette cougar cougars counter countess courage courtney cow cowboy cowboys cowgirl crack
  cracker craig crash crazy creative creature credit cricket crimson crown crusader crusaders crystal cubs
  cumming cumshot cunt cupcake cupcakes curtis cute cutie cycling cyclone cyclops cynthia dad daddy daenerys
  dagger daisy dakota dale dallas damian dammit damn dana dance dancer dancing daniel daniela danielle danny
  dante dark darkness darkside darkstar darling darren darthvader database daughter davao dave david davidson
  davinci day daybreak daydream daylight days dean debbie debian deborah december decepticon deepak deer default
  delete delhi delilah dell demo demon demons denise dennis dentist denver depeche derek desert desiree desktop
  destiny detroit deutsch developer devil devils devin dewi dhoni diablo diamond diamonds dian diana diane dice
  dick dickhead diego diesel digimon digital dinesh director dirty disco discover divine diving doctor dodge
  dodgers dog doggie doggy dogs dollar dollars dolores dolphin dolphins dominic dominique domino donald
  donatello donna donnie dontknow doom door doors doraemon doris dorothy double doug douglas dracula dragon
  dragonball dragonfly dragons dream dreamcast dreamer dreaming dreams drive driver drpepper drummer drums drunk
  ducati duchess duck ducks dude duke dumb dumbo dustin dwayne dwi dylan eagle eagles earth earthquake east
  eastern eastside ebony eclipse eddie edgar edith edward edwin eeyore egypt eight eileen einstein eko elaine
  eleanor electric electro electronic elena elephant eleven eli elijah elisabeth elizabeth elk ella ellen
  elliott elmo elvis emerald emily eminem emma emperor empress enchanted energy engine engineer engineering
  england english enigma enter enterprise eric erica erika erin erlinda ernest escape esmeralda espana esperanza
  esther eternity ethan ethernet euro eva evan evelyn evening everquest everton everybody everyone everything
  evil excalibur excavator explorer extra facebook fairies fairy faith falcon falcons family familyguy fanta
  fantastic fantasy farmer farming fast faster fat fate father fatima fatman fatty february felicia felix fender
  fenerbahce fernanda fernando ferrari filipino film fiona fire fireball firebird firefly firefox fireman
  firewall first fish fisher fishing fitri five flame flames florence florida flower flowers floyd flyers
  football force ford forest forever forgot forgotten formula fortnite fortune four fox foxy france frances
  francesca francis francisco frank frankenstein frankie franklin freckles fred freddy freedom freepass french
  fresh friday friend friends friendship frodo frog froggy front fuck fucker fuckface fucking fuckit fuckme
  fuckoff fuckyou funny furious futurama future gabby gabriel gabriela gabrielle gago galatasaray galaxy game
  gameboy gamecube gameofthrones gamer games gaming ganda gandalf ganesh gangbang gangsta gangster garden
  gardens garfield garlic garrett garuda gary gateway gay gemini gemma genesis genius gentleman geography george
  georgia gerald german germany gerrard ghost ghosts giant giants gibson gijoe gilbert gina ginger giovanna girl
  girls gladiator glenda glenn gloria glory gmail goal goals goat goblin god godfather godzilla goku gold golden
  goldeneye goldfinger goldfish goldrush goldstar golf golfer golfing good goodbye goodgirl goodluck goofy
  google gordon gorgeous gorilla grace grant grape grapes gray great greece green greenbay greenday greeneyes
  greentea greg gregory grey griffin gryphon guardian guardians gucci guest guinevere guinness guitar guitars
  gumby gumdrop gundam guns guy guys gwen hack hacker hacking hailey haley halflife halo hamlet hammer hamster
  hannah hannibal hanuman happiness happy hard hardcore hardware harley harmony harold harry harrypotter harvey
  hawaii hawk hawks hazel heart hearts heat heather heaven hector heidi heineken helen helena hell hello
  hellohello hellokitty helloworld hellyeah helmet heman hendrix henry hentai herbert hercules hermione hero
  heroes hidayat high highland highlander hillary hiphop hippo history hobbit hockey hocuspocus hodor hogwarts
  hola holiday holidays hollister holly hollywood holmes holy home homer homes honda honey honeybun hongkong
  honor honour hope horizon horny horse horses hospital hot hotdog hotmail hotstuff hottie house houston howard
  huge hugs hulk hummer hundred hunter hunters hunting hurricane husky hustler hyderabad hydra hyper hyundai ian
  ibanez ice icecream icecube iceman idiot ikaw iloilo ilove iloveko iloveu iloveyou imelda immortal immortals
  impreza incognito indah india indiana indigo indonesia infiniti infinity ingat insert instagram internet
  intrepid iphone ireland irene iris irish ironmaiden ironman isaac isabel isabella isabelle islam island
  islanders islands israel istanbul itachi italia italian italy ivan iverson ivory ivy jack jackdaniels jackie
  jackpot jackson jacob jacqueline jade jaguar jaguars jaihind jaimatadi jakarta jake james jamesbond jameson
  jamie jane janet janice january japan japanese jared jasmin jasmine jason java jay jayson jean jeanette jedi
  jeep jeff jeffrey jellybean jellybeans jenna jennifer jenny jennylyn jeremy jericho jerome jerry jersey
  jerusalem jesse jessica jessie jesus jesuschrist jets jetta jhun jill jim jimi jimmy joan joanna joanne job
  jobs jocelyn joe joel joey john johncena johndeere johnny johnpaul joker jokers jomar jonah jonalyn jonathan
  jordan jorge jose joseph josephine joshua jovelyn joy joyce juan juanita judith judy julia julian juliana
  julie juliet julio july jumpman june jungle jupiter justdoit justice justin justine juventus kaitlyn kami
  kangaroo karen karina karla karma kate katherine kathleen kathryn kathy katie katrina kawasaki kayla keeper
  keith kelly kelsey kelvin ken kendra kenneth kenny kermit kerry kevin keyboard keychain khaleesi kid kiddo
  kids killer killers kimberly king kingkong kings kirby kirk kirsten kiss kisses kissme kita kitchen kitkat
  kitten kittens kitty knicks knife knight knights koala kobe kohli kolkata korea korn kraken krishna krista
  kristen kristin kristina kristine krueger krystal kucing kumusta kurniawan kurt kuya kyle kylie labrador lacey
  lacrosse ladies lady ladybug laguna lakers lakshmi lamb lamborghini lampard lance lancelot lancer language
  lannister laptop larry lasvegas laugh laughing laura lauren lawrence lawyer leafs leah lebron ledzep lee leeds
  left legend legendary legolas leia lemon lending leo leon leonard leonardo leopard lesbian leslie lestari
  lester leticia letmein letmeinn letter letters leviathan lewis liberty libra library lightning liliana lillian
  lilly lily lime linda lindsay lindsey linkin linkinpark linux lion lions lisa lisbon literature little
  liverpool loan loans lockdown locked locker logan login logitech logon loki lola lollipop london lonewolf long
  longhorn longhorns looney lord lorena loretta lori lorna lorraine loser lottery lotus louis louise lourdes
  love lovely loveme lover lovers loveyou loving low loyal lucas lucia lucifer lucky luckydog lucy luffy luigi
  luis luisa luke luna luz luzon luzviminda lydia lynn lynx mabuhay macbeth machine machines mackenzie mad
  maddie madison madonna madrid maganda maggie magic magical magician mahal mahalkita mahalko mahesh makati
  malaysia malcolm mama man manager manchester mandy mango manila manny manoj maradona marathon marcela march
  marcia marco marcos marcus margaret margarita maria mariana maricel maricris marie marilou marilyn marina
  marine marines mario marisa marissa marites mark market marketing marlboro marley marlins marlon mars marshall
  martha martin martina marvin mary maserati mason master mathematics matrix matt matthew maurice maverick max
  maximum maximus maxine may maya maybe mazda mechanic medical medicine medusa mega megadeth megan megatron
  melanie melbourne melissa melody melon melvin men mercedes mercury merdeka meredith meridian merlin merlyn
  mermaid messi metal metallica meteor metroid mets mexico mia miami michael michaela micheal michelangelo
  michelle michigan mickey mickeymouse microsoft middle midnight miguel mike mikey milan milano mildred miles
  military million millionaire mindanao mine minecraft mini minnie miranda mirror missile mistress misty
  mitchell mitsubishi molly mom mommy monday money moneypenny mongoose monica monique monitor monkey monkeys
  monopoly monster monsters montana montreal moon moonbeam moonlight moonshine moonwalk moose mordor morgan
  morning morpheus morris moscow mother motherfucker motor motorcycle mountain mountaindew mountains mouse movie
  movies mozart muffin muffins muhammad mukesh mulder mum mumbai munchkin murphy murray muse mushroom music
  musica musical musician mustang mustangs mylene mylove mypassword myself mystery nachos nadia nadine naked
  nala namaste nanay nancy naomi napoli naruto nascar natalia natalie natasha nathan nathaniel navy nefertiti
  neil nelson nemo nenita neo neptune network nevada never new newcastle newpassword newport newyork neymar nice
  nicholas nick nicole nigel nigeria night nightlife nightmare nightowl nights nightwing nike nina nine
  ninja nintendo nirvana nissan noah nobody noel noemi nokia noodle noodles nopassword nora norma norman north
  northern northside notebook nothing november nude nudist nuggets number numbers nur nurse nurses oasis
  oblivion ocean october odin ofelia office officer offline ohio ola old olga oliver olivia olympus omar omega
  omsairam one onepiece onion online open opensesame optimus optimusprime oracle orange orchid oregon orgasm
  orlando oscar othello overlord owen owl pablo packers pacman pacquiao padres paige palawan paloma pamela
  panasonic pancake panda pangit pankaj pantera panther panthers paola papa paper paradise paris parker parola
  passcode passe passkey passphrase passport password passwort pasta patricia patrick patriots patty paul paula
  pauline pautang pavilion peace peaceful peach peaches peanut peanuts pearl pearljam pedro pegasus peggy pencil
  penelope penguin penguins penis penny pennywise pepper peppers pepsi pera perfect perry persib persija peso
  peter peterpan phantom pharaoh pharmacy phil philip philippines phillies phillip phoebe phoenix phone photo
  physics piano picard picasso pickle pickles picture pictures pie pierre pig piggy piglet pikachu pilipinas
  pilot pimp pimpin pimping pinay pincode pineapple pink pinkfloyd pinnumber pinoy pirate pirates pisces piso
  piss pistol pistons pixie pizza planet platinum plato play playboy player playgirl playstation playtime please
  plumber pluto plymouth pogi pokemon poker police policeman pontiac pony poodle pooh pookie pookiebear porkchop
  porn porno porsche portland portugal potato potter power powerful powers prada pray prayer precious predator
  president preston pretty prince princesa princess princesse printer priscilla prius private priya program
  programmer public puma pune punisher punk puppies puppy purple pussy pussycat putangina putra putri pyramid
  python qazwsx quake queen queens quezon quick quiksilver qweasd qweasdzxc qwert qwerty rabbit racecar racer
  rachael rachel racing radha radio radiohead rafael ragnar rahasia rahman rahmat rahul raiders rain rainbow
  rainbows rainy rajesh rakesh ralph rambo ramesh rammstein ramon randy ranger rangers raphael raptors raquel
  raspberry rasta rat rattler raul raven ravens ravi ravioli ray raymond reader realmadrid rebecca red redhat
  redneck redrose redrum redskins redsox redstar redwings reebok reggae reggie regina register rembrandt
  remember renato renee renegade return reymark reynaldo rhea rhino rhonda rhythm ricardo rice rich richard
  riches richie rick ricky rifle right riley rita river rizky robbie robert roberta roberto robin roblox robot
  robots robyn rock rockandroll rocker rocket rockets rockstar rocky rodel rodney rogelio roger rohit roland
  rolex roller rollercoaster rolltide roma roman rome romeo romeojuliet rommel romulo ronald ronaldo ronnie
  rooney rooster root rosa rosalie rosalinda rosario rose roselyn rosemary roses rosie rosita ross rossi
  rotterdam rottweiler rovers rowena roxanne roxy roy royal ruben ruby rugby rumpelstiltskin runner running rush
  russell russia russian rusty ruth ryan sabres sabrina sachin sad sagittarius saibaba sailor saints sairam
  sakura salamat salapi sales sally sam samantha samson samsung samuel samurai sandiego sandor sandra sandy
  sanjay santiago santoso sapphire sarah sasha sasuke satan saturday saturn sausage savannah savior saxophone
  sayang sayangku scanner scarface scarlet school schools schumacher science scientist scooby scoobydoo scooter
  scooters score scorpio scorpion scotland scott scottish script scully seahawks sean seaside seattle sebastian
  second secret secretagent secretary security segasega seinfeld selena seminole seminoles senators senna seoul
  september serena serenity sergio server service services sesame seth setiawan seven sex sexsex sexual sexy
  sexyboy sexygirl shadow shadows shakespeare shakira shamrock shane shannon shaq shark sharks sharon shawn
  sheep sheila shelby shelly shepherd sherlock sherry shield shit shithead shiva short shotgun showtime shredder
  shrek sidney sierra signin signup silly silver silverado silverfox silverstar silvia simba simon simpson
  simpsons singapore singer single sister siti six skate skateboard skater skating skeletor skippy skittles
  skull sky skyler skywalker slapshot slayer slim slipknot slow slut small smart smile smiles smiley smiling
  smoke smoker smoking snake snickers sniper snoopy snow snowball snowboard snowflake snowing snowman snuggles
  soccer socrates soft softball software solaris soldier soldiers solo somebody someone something son song sonia
  sonic sony sophia sophie soprano sopranos sorcerer south southern southpark southside space spades spaghetti
  spain spanish sparta spartan spawn special spectrum speed speedster speedy spencer sphinx spider spiderman
  spike spirit spitfire splinter spock spongebob sport sports spring sprite spurs spy squirrel sri stacey stacy
  stallion stanley star starbuck starbucks starcraft stardust starfish stargate stark starlight stars starship
  startrek starwars stealth steelers stella stephanie stephen steve steven stewart stingray storage stories
  storm stormy story strawberry strength strike striker strong stuart student students stupid subaru success
  successful suck sucker suckit sucks sugar sugarbear summer sun sunday sunflower sunflowers sunil sunlight
  sunny sunrise suns sunset sunshine super supercalifragilistic superman superuser surabaya suresh surf surfer
  surfing susan susana susanto sushi suzanne suzuki sweet sweetheart sweetie sweetness sweetpea sweety swimmer
  swimming sword swords sydney sylvester sylvia symphony syracuse system tabitha table tablet taco tacobell
  tacoma tacos tails tall tamara tammy tanga tania tank tanya tara targaryen tarheels tatay tatiana taurus
  taylor tayo taz teacher teachers team technics ted teddy teddybear telephone television temp ten tendulkar
  tennis tequila teresa teresita terminator terry test tester testing tetris texas thailand thanks thankyou
  theater theodore theresa third thomas thor thousand three thug thunder thundercats thursday tiffany tiger
  tigers tigger tim timothy tina tinkerbell tiny titan titans tits titties tmnt toby today todd together tokyo
  tom tomato tommy tomorrow tony tool tornado toronto torres toshiba tottenham toyota tracey tractor tracy
  transformers travis treasure tree trees trent trevor tri trigger trinity triple tripleh trisha tristan trojan
  troll trombone troy truck trucker trucks trumpet trust trustno truth tsunami tucker tuesday tulip tulips
  tundra tupac turbo turkey turtle turtles tweety twelve twilight twitter two tyler typhoon tyrone ubuntu
  ultimate ultra undercover undertaker unicorn united universe university unix unknown unlock unlocked usa user
  username utang utopia vacation vader vagina valentina valentino valerie valhalla valley vampire vampires
  vancouver vanessa vangogh vanhalen vanilla vegas vegeta venice venus verbatim verify vernon veronica versace
  veterinary vicky victor victoria victoriasecret victory video vietnam vijay viking vikings villa vince vincent
  vinnie violet violin viper virat virgil virgilio virgin virginia virgo visayas vivaldi vivian vodka volcano
  volcom volkswagen volleyball voltron volvo voyager waheguru wahyu walkingdead wallace walter warcraft warlock
  warren warrior warriors water waterfall waterloo waters watson wave waves wayne webmaster website wednesday
  welcome welder wendy werewolf wesley west western westside whale whatever wheels whiskey whisky white whiteout
  whitesnake whitewolf whitney whore wijaya wilbur wild wilfredo william willie willy wilson wind window windows
  windy wine winner winners winnie winston winter winterfell wireless wise witch wizard wizards wolf wolfgang
  wolfman wolfpack wolverine wolves woman women wonderful work worker working world wrangler wrestling xavier
  xbox xxx xyz yahoo yamaha yankee yankees yellow yesterday yoda yolanda yoshi youme young yours yourself
  youtube yvette yvonne zachary zack zander zebra zelda zeppelin zero zeus zidane zoe zombie zombies zxcv zxcvb
  zxcvbnm zzz`.split(/\s+/),
);
